import { MOST_REMEMBERED } from './limits';
import type { Rename } from './sorted-message';
import type { AbsentPlace, Place } from './shapes/shape';
import { isGap, learnWords, readState, type StateWords } from './states';
import { readValue } from './value';

/** How the sensors of a stream are written: the words of those with two states, and where in the payload each stood. */
export class SensorForms {
  readonly #words = new Map<string, StateWords>();
  readonly #places = new Map<string, Place>();

  /** Nothing is known but numbers under their own names. */
  get isPlain(): boolean {
    return this.#words.size === 0 && this.#places.size === 0;
  }

  wordsOf(name: string): StateWords | undefined {
    return this.#words.get(name);
  }

  /** Only where the name does not tell it. */
  placeOf(name: string): Place | undefined {
    return this.#places.get(name);
  }

  /** A number, null for a gap, or the value itself where it can be neither. Notes how a sensor of two states writes them. */
  toNumber(name: string, value: unknown): unknown {
    if (typeof value === 'number') {
      this.noteNumber(name, value);
      return value;
    }
    if (isGap(value)) return null;
    const number = readValue(value);
    if (Number.isNaN(number)) return value;
    this.noteNumber(name, number);
    const isState =
      typeof value === 'boolean' || (typeof value === 'string' && !Number.isNaN(readState(value)));
    if (isState && this.#words.size < MOST_REMEMBERED) {
      const before = this.#words.get(name);
      this.#words.set(name, { ...learnWords(value, before), isMixed: before?.isMixed });
    }
    return number;
  }

  /** A sensor that reads anything but 1 and 0 is no switch, though it may have said "off" once. */
  noteNumber(name: string, value: unknown): void {
    if (this.#words.size === 0) return;
    if (typeof value !== 'number' || value === 0 || value === 1 || !Number.isFinite(value)) return;
    const words = this.#words.get(name);
    if (words !== undefined) this.#words.set(name, { ...words, isMixed: true });
  }

  notePlace(name: string, place: Place, absent: AbsentPlace | null): void {
    if (absent?.kind !== 'field' || this.#places.has(name) || this.#places.size >= MOST_REMEMBERED) return;
    const usual = [...absent.below, name];
    if (place.length !== usual.length || place.some((part, i) => part !== usual[i]))
      this.#places.set(name, place);
  }

  /** Sensors get other names, and are part of frames from now on, which have no place in a payload. */
  rename(rename: Rename): void {
    const words = [...this.#words];
    this.#words.clear();
    for (const [name, each] of words) this.#words.set(rename(name), each);
    this.#places.clear();
  }
}
