import type { Answer, StreamModel } from '../../../src';
import { drawReadings, nameReadings, poolLength, type Named } from '../frames';
import { importFrom } from './build';
import type { ModelName } from './model-names';

const MISSING = 0.1;
const SEED = 30;
const START_MS = Date.UTC(2025, 0);
const PERIOD_MS = 1000;

export const createPool = (sensors: number): Named[] =>
  drawReadings(sensors, poolLength(sensors), MISSING, SEED).map(nameReadings);

/** A model with default options and the stream it learns, a frame a second. */
export class Stream {
  readonly model: StreamModel<Answer>;
  readonly #pool: readonly Named[];
  /** One object for all frames, so that what is made for a frame is made by the model. */
  readonly #frame: { fields: Named; time: number; arrival: number };
  #next = 0;

  constructor(root: string, model: ModelName, pool: readonly Named[]) {
    this.model = new (importFrom(root, model))();
    this.#pool = pool;
    this.#frame = { fields: pool[0], time: START_MS, arrival: START_MS };
  }

  /** Time of the last frame, epoch ms. */
  get time(): number {
    return this.#frame.time;
  }

  learn(count: number): void {
    const { model } = this;
    const frame = this.#frame;
    const pool = this.#pool;
    for (let k = 0; k < count; k++) {
      frame.fields = pool[this.#next];
      frame.time += PERIOD_MS;
      frame.arrival = frame.time;
      model.learnOne(frame);
      this.#next = this.#next + 1 === pool.length ? 0 : this.#next + 1;
    }
  }

  /** Frames with the time of the last one: answered and not learned. They are the same in every call. */
  answerLate(count: number): void {
    const { model } = this;
    const frame = this.#frame;
    const pool = this.#pool;
    for (let k = 0; k < count; k++) {
      frame.fields = pool[k % pool.length];
      model.learnOne(frame);
    }
  }

  /** Throws unless frames are learned or not as they should be. */
  check(): void {
    const learned = this.model.seq;
    this.learn(1);
    if (this.model.seq !== learned + 1)
      throw new Error('a frame that is newer than the last was not learned.');
    this.answerLate(1);
    if (this.model.seq !== learned + 1) throw new Error('a frame with the time of the last one was learned.');
  }
}
