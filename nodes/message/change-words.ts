import { ENGLISH, type ChangeWords } from '../../src/change';

/** What is said of changes in the language of the runtime, which `translate` knows; in English where it knows none. */
export function translateWords(translate: (key: string) => unknown): ChangeWords {
  const words = Object.entries(ENGLISH).map(([name, english]: [string, string]) => {
    const said = translate(`summary.${name}`);
    return [name, typeof said === 'string' && !said.endsWith(`summary.${name}`) ? said : english];
  });
  return Object.fromEntries(words) as ChangeWords;
}
