/** Puts names and numbers, to three digits, into their places. */
export function say(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : place;
    return typeof value === 'number' ? write(value) : value;
  });
}

/** Three digits, without an exponent where that can be. */
const write = (value: number): string => `${Number(value.toPrecision(3))}`;
