import { drawReadings, nameReadings, poolLength, type Named } from '../frames';
import type { Message } from './red';
import { SENSORS, type Shape } from './shapes';

const MISSING = 0.1;
const SEED = 40;
const START_MS = Date.UTC(2025, 0);
const PERIOD_MS = 1000;
/** A text without a topic is refused by nodes that take it for a reading. */
const TOPIC = 'plant';

/** An endless stream of messages in one shape, newer from frame to frame. */
export class Messages {
  readonly #shape: Shape;
  readonly #pool: readonly Named[];
  #sent = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
    // A frame of single readings is complete when every sensor has reported, so there none is missing.
    const missing = shape === 'readings' ? 0 : MISSING;
    this.#pool = drawReadings(SENSORS, poolLength(SENSORS), missing, SEED).map(nameReadings);
  }

  /** The messages of the next frames. */
  take(frames: number): Message[] {
    return Array.from({ length: frames }, () => this.#next()).flat();
  }

  #next(): Message[] {
    const fields = this.#pool[this.#sent % this.#pool.length];
    const timestamp = START_MS + PERIOD_MS * this.#sent;
    const _msgid = `${this.#sent}`;
    this.#sent += 1;
    if (this.#shape === 'object') return [{ _msgid, topic: TOPIC, payload: { ...fields }, timestamp }];
    if (this.#shape === 'text') return [{ _msgid, topic: TOPIC, payload: JSON.stringify(fields), timestamp }];
    return Object.keys(fields).map((topic) => ({ _msgid, topic, payload: fields[topic], timestamp }));
  }
}
