/** The sentences of a table in the language of the runtime, which `translate` knows; as they are where it knows none. */
export function translateWords<T extends object>(table: T, translate: (key: string) => unknown): T {
  const words = Object.entries(table).map(([name, english]: [string, string]) => {
    const said = translate(`summary.${name}`);
    return [name, typeof said === 'string' && !said.endsWith(`summary.${name}`) ? said : english];
  });
  return Object.fromEntries(words) as T;
}
