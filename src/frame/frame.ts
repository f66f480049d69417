import type { Fields } from './fields';

/** Named values of one moment, as they arrived. */
export interface Frame {
  /** Name -> value of any type; own enumerable fields only. */
  readonly fields: Fields;
  /** The frame's own time, epoch ms; null: it has none. */
  readonly time: number | null;
  /** When it came, epoch ms. */
  readonly arrival: number;
  /** Names whose value is an estimate and no evidence: missing for the model. */
  readonly filled?: ReadonlySet<string>;
}

/** When a frame was. */
export type Moment = Pick<Frame, 'time' | 'arrival'>;
