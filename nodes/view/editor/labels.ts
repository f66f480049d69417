type Labels = Readonly<Record<string, string>>;

let labels: Labels = {};

/** Loads the words of a language, English where there are none. */
export async function loadLabels(base: string, language: string): Promise<void> {
  const wanted = [language, language.split('-')[0], 'en-US'].find((name) =>
    ['en-US', 'de', 'ja'].includes(name),
  );
  const response = await fetch(`${base}/labels/${wanted}.json`);
  labels = (await response.json()) as Labels;
}

/** A label; `{name}` in it stands for a value. */
export function label(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = labels[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export const hasLabel = (key: string): boolean => key in labels;
