import { MOST_REMEMBERED } from './limits';
import type { KnownSensors, Note } from './sorted-message';

/** Tells what is odd about messages that are learned nonetheless. */
export class Oddities {
  /** Names of nested fields that have been held against the sensors. */
  readonly #looked = new Set<string>();
  /** The source that brought whole frames first. */
  #first: string | null = null;

  /** Of a node that is told to take every message for a whole frame: this one comes from another source than the first. */
  noteSource(source: string, names: readonly string[]): Note | null {
    this.#first ??= source;
    if (this.#first === source || names.includes(source)) return null;
    return { kind: 'two-topics', name: names[0] ?? '' };
  }

  /** A field that held a value and is an object now. */
  noteKinds(names: readonly string[], known: KnownSensors): Note | null {
    let note: Note | null = null;
    for (const name of names) {
      if (this.#looked.has(name)) continue;
      for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
        const outer = name.slice(0, dot);
        if (known.names.includes(outer)) note ??= { kind: 'changed-kind', name: outer };
      }
      if (this.#looked.size < MOST_REMEMBERED) this.#looked.add(name);
    }
    return note;
  }
}

/** Of a message that does not fit what was decided: the name that it shares with those that do. */
export function noteStrangers(names: readonly string[], known: KnownSensors): Note {
  const shared = names.find((name) => known.names.includes(name));
  return { kind: 'two-topics', name: shared ?? names[0] ?? '' };
}
