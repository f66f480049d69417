/** Words for the two states of a switch, a contact, a detector, in several languages: the first of each pair is 1. */
const PAIRS: readonly (readonly string[])[] = [
  'on/off, true/false, open/closed, opened/closed, open/close, yes/no, active/inactive, detected/clear, enabled/disabled',
  'running/stopped, unlocked/locked, unlock/lock, wet/dry, occupied/unoccupied, pressed/released, present/absent, home/not_home',
  'ein/aus, an/aus, offen/geschlossen, auf/zu, ja/nein, aktiv/inaktiv, marche/arrêt, allumé/éteint, ouvert/fermé, oui/non',
  'encendido/apagado, abierto/cerrado, sí/no, acceso/spento, aperto/chiuso, aan/uit, på/av, ligado/desligado',
  'włączony/wyłączony, вкл/выкл, オン/オフ, 開/閉, はい/いいえ, 开/关',
]
  .join(', ')
  .split(', ')
  .map((pair) => pair.split('/'));
const STATES = new Map(PAIRS.flatMap(([one, zero]) => [[one, 1] as const, [zero, 0] as const]));
const LONGEST_WORD = 12;

/** What stands for a value that is not there. */
const GAPS: ReadonlySet<string> = new Set([
  ...[
    '',
    '-',
    '--',
    '---',
    '?',
    'n/a',
    'na',
    'nan',
    'null',
    'none',
    'nil',
    'undefined',
    'inf',
    '-inf',
    '+inf',
    'infinity',
    '-infinity',
    '+infinity',
    '#n/a',
    '#num!',
    'undef',
    'n.a.',
    'n. v.',
    'n.v.',
  ],
  ...[
    'unavailable',
    'unknown',
    'not available',
    'keine daten',
    'no data',
    'nodata',
    'missing',
    'invalid',
    'error',
    'fault',
    'bad',
  ],
]);

/** 1 or 0 for a boolean or a word of two states; NaN for anything else. */
export function readState(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.length > LONGEST_WORD) return NaN;
  return STATES.get(value.trim().toLowerCase()) ?? NaN;
}

/** Whether the value says that there is none. */
export function isGap(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'string' && value.length <= 16 && GAPS.has(value.trim().toLowerCase());
}

/** How a sensor of two states writes them. */
export interface StateWords {
  readonly one: unknown;
  readonly zero: unknown;
  /** It has read other numbers as well: what is estimated of it is a number. */
  readonly isMixed?: boolean;
}

/** The words of a sensor that has just written `value`; `before` are those it wrote so far. */
export function learnWords(value: string | boolean, before: StateWords | undefined): StateWords {
  if (typeof value === 'boolean') return BOOLEANS;
  const state = readState(value);
  if (before === undefined || typeof before.one !== 'string') {
    const other = counterpart(value);
    return state === 1 ? { one: value, zero: other } : { one: other, zero: value };
  }
  return state === 1 ? { one: value, zero: before.zero } : { one: before.one, zero: value };
}

const BOOLEANS: StateWords = { one: true, zero: false };

/** The other word of the pair, in the same letters: capital, small, or capital at first. */
function counterpart(word: string): string {
  const small = word.trim().toLowerCase();
  const [one, zero] = PAIRS.find((pair) => pair.includes(small)) ?? PAIRS[0];
  const other = small === one ? zero : one;
  if (word === word.toUpperCase()) return other.toUpperCase();
  return word[0] === word[0].toUpperCase() ? `${other[0].toUpperCase()}${other.slice(1)}` : other;
}

/** A reading as the sensor writes it: other numbers than 1 and 0 have no word. */
export const sayReading = (number: number, words: StateWords): unknown =>
  number === 1 ? words.one : number === 0 ? words.zero : number;

/** An estimate in the sensor's words; one that is near neither state has none. */
export function sayState(number: number, words: StateWords): unknown {
  if (words.isMixed === true || Math.abs(number - 0.5) > 1) return number;
  return number >= 0.5 ? words.one : words.zero;
}
