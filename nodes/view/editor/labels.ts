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

/** Letters and marks that turn the direction of what is written after them. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Keeps to itself how a value is written: the words around it stay in their order. */
const apart = (value: string): string => (TURNS.test(value) ? `\u2068${value}\u2069` : value);

/** A label; `{name}` in it stands for a value. */
export function label(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = labels[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? apart(String(values[name])) : whole,
  );
}

export const hasLabel = (key: string): boolean => key in labels;
