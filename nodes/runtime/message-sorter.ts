import type { Post } from '../../src/frame/stream-reader';
import type { Answer } from '../../src/stream/stream-model';
import type { Arrival } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import type { ForModel, SortedMessage } from '../message/incoming';
import { readSorted } from '../message/read-post';
import type { ModelEntry } from './model-entry';
import type { Settings } from './settings';
import type { StatusFacts } from './status';

const BRINGS_READINGS: ReadonlySet<SortedMessage['kind']> = new Set<SortedMessage['kind']>([
  'frame',
  'batch',
  'readings',
]);

/** Tells what a message is for its model, once that is there, and what status and log are to say of it. */
export class MessageSorter<A extends Answer> {
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #facts: StatusFacts<A>;
  readonly #warn: (sentence: string) => void;

  constructor(
    behaviour: Behaviour<A>,
    settings: Settings,
    facts: StatusFacts<A>,
    warn: (sentence: string) => void,
  ) {
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#facts = facts;
    this.#warn = warn;
  }

  sort(entry: ModelEntry<A>, incoming: ForModel, arrival: Arrival): SortedMessage {
    this.#facts.noteModel(entry.persistence);
    const sorted = incoming.kind === 'post' ? this.#sortPost(entry, incoming.post, arrival) : incoming;
    if (BRINGS_READINGS.has(sorted.kind)) {
      if (incoming.kind !== 'post') this.#facts.notices.noteFine(null, arrival.time);
      if (entry.key === '' && entry.reader !== null) this.#noteMissingKey();
    }
    if (sorted.kind !== 'readings') return sorted;
    const readings = sorted.readings.filter((reading) => entry.assembler.accepts(reading));
    return readings.length === 0 ? { key: sorted.key, kind: 'other' } : { ...sorted, readings };
  }

  /** A message as a device sent it: the reader of its model says what it is. */
  #sortPost(entry: ModelEntry<A>, post: Post, arrival: Arrival): SortedMessage {
    const { reader, key, watch, model } = entry;
    if (reader === null) return { key, kind: 'other' };
    const sorted = reader.sort(post, model);
    entry.noteReading(sorted.rename);
    const explanation = this.#facts.notices.noteMessage(sorted, arrival.time, post.topic);
    if (explanation !== null) this.#warn(explanation);
    if (sorted.kind !== 'offline')
      return readSorted(sorted, arrival, key, reader, this.#settings, this.#behaviour);
    const events = watch.noteGone?.(sorted.sensors, model.names) ?? [];
    this.#facts.noteGone(watch.listGone?.(model.names) ?? []);
    return { key, kind: 'other', events };
  }

  /** Where there is a model for each key, readings without one share a model. */
  #noteMissingKey(): void {
    const { key } = this.#settings;
    if (key === null) return;
    const explanation = this.#facts.notices.note({ kind: 'no-key', name: `msg.${key.expression}` });
    if (explanation !== null) this.#warn(explanation);
  }
}
