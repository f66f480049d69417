import type { LimitEvent } from '../ahead/limit-watch';
import type { ChangeEvent } from '../change/detector';
import type { ChangeNews } from '../change/news';
import type { Kind } from '../kinds/kind';
import type { RefilledPoint } from '../impute/hindsight';
import type { Quality } from '../impute/imputer';

/*
 * What the nodes write: the blocks of `msg.psmf`, one for each node on the way, and the events of their second outputs.
 * Every number is finite; a sensor of which a number is not known has no entry. docs/messages.md has an example of each.
 */

/** A number for each sensor, by name. */
export type SensorNumbers = Readonly<Record<string, number>>;

/** What every block begins with. */
export interface BlockHead {
  /** The model's key; "" where there is one model only. */
  readonly key: string;
  /** Of the frame: its own time, else that of its arrival; epoch ms. */
  readonly time: number;
  /** Frames the model has learned, this one included if it was. */
  readonly seq: number;
  /** "warming" while too little was learned to rely on the answer. */
  readonly phase: 'warming' | 'ready';
  /** Whether the frame was not newer than one before: then it was answered and not learned. */
  readonly late: boolean;
}

/** `msg.psmf.impute`: what psmf-impute says of one frame. */
export interface ImputeBlock extends BlockHead {
  /** Sensors whose gap was filled. */
  readonly filled: readonly string[];
  /** What a sensor would have been given had it been missing: of the filled sensors, or of all by option. */
  readonly estimate: SensorNumbers;
  /** Standard deviation of the estimate; no entry, as in `lower` and `upper`, while too little is known of a sensor. */
  readonly sd: SensorNumbers;
  /** estimate - 2 sd. */
  readonly lower: SensorNumbers;
  /** estimate + 2 sd. */
  readonly upper: SensorNumbers;
  /** Frames since the last reading, of filled and expired sensors. */
  readonly gap: SensorNumbers;
  /** How far the estimates of filled sensors can be relied on. */
  readonly quality: Readonly<Record<string, Quality>>;
  /** What sensors are taken for that are not plain: counter, angle, state, on-change. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Sensors whose value was no number, and why. */
  readonly rejected: Readonly<Record<string, string>>;
  /** Sensors whose reading was far from what was expected. */
  readonly outliers: readonly string[];
  /** Silent for longer than the longest gap: null in the payload. */
  readonly expired: readonly string[];
  /** Outliers for which the estimate stands in the payload, with the reading that came; empty unless that is asked for. */
  readonly replaced: SensorNumbers;
  /** Whether a controller may act on the frame: every sensor that is needed was read, or is estimated and not uncertain. */
  readonly usable: boolean;
}

/** `msg.psmf.filter`: what psmf-filter says of one frame. */
export interface FilterBlock extends BlockHead {
  /** The signal behind the readings, of every sensor known so far. */
  readonly estimate: SensorNumbers;
  /** Standard deviation of the estimate. */
  readonly sd: SensorNumbers;
  /** estimate - 2 sd. */
  readonly lower: SensorNumbers;
  /** estimate + 2 sd. */
  readonly upper: SensorNumbers;
  /**
   * Of the sensors that were read. Default model: reading less what the other sensors say of it, in standard deviations of
   * that; the paper's models: reading less estimate, in the sensor's unit.
   */
  readonly residual: SensorNumbers;
  /** Sensors whose reading was far from what was expected. */
  readonly outliers: readonly string[];
  /** Sensors whose value was no number, and why. */
  readonly rejected: Readonly<Record<string, string>>;
  /** The coefficients: how strong each common pattern is now. */
  readonly features: readonly number[];
  /** The frames ahead, the next one first; as many as asked for. */
  readonly forecast: readonly ForecastBlock[];
}

/** One frame ahead. */
export interface ForecastBlock {
  /** Epoch ms; null while it is not known how far apart frames are. */
  readonly time: number | null;
  /** The readings expected then. */
  readonly mean: SensorNumbers;
  /** mean - 2 sd. */
  readonly lower: SensorNumbers;
  /** mean + 2 sd. */
  readonly upper: SensorNumbers;
}

/** `msg.psmf.change`: what psmf-changepoint says of one frame. */
export interface ChangeBlock extends BlockHead {
  /** Statistic / threshold: 1 and more alarms, 0 while nothing can be said. */
  readonly score: number;
  /** The change that this frame gave away. */
  readonly alarm: ChangeEvent | null;
  /** Frames left of the pause after an alarm, in which no other is raised. */
  readonly pause: number;
  /** Whether alarms are held back for maintenance. */
  readonly maintenance: boolean;
  /** Sensors whose value was no number, and why. */
  readonly rejected: Readonly<Record<string, string>>;
}

/** `msg.psmf`; of a batch, an array with one of these for each frame. */
export interface PsmfBlocks {
  readonly impute?: ImputeBlock;
  readonly filter?: FilterBlock;
  readonly change?: ChangeBlock;
}

/** A sensor fell silent, or is back. */
export interface SensorEvent {
  readonly sensor: string;
  readonly state: 'silent' | 'back';
  /** When the last frame was that had a reading of it, epoch ms; null if that was before the node started. */
  readonly since: number | null;
  /** Frames without a reading. */
  readonly gap: number;
  /** Why it is silent, where that is known: its device said so, or its last will did. */
  readonly reason?: 'offline';
}

/** A sensor is back, and its gap was filled once more with both ends known. */
export interface RefilledEvent {
  readonly sensor: string;
  /** Frames without a reading. */
  readonly gap: number;
  /** The last frames of the gap, at most 200, oldest first: time in epoch ms, value and 95 % interval. */
  readonly points: readonly RefilledPoint[];
}

/** A message of a second output: of psmf-impute, psmf-filter or psmf-changepoint. */
export type StreamEvent =
  | { readonly topic: 'sensor'; readonly payload: SensorEvent }
  | { readonly topic: 'refilled'; readonly payload: RefilledEvent }
  | { readonly topic: 'limit'; readonly payload: LimitEvent }
  | { readonly topic: 'changepoint'; readonly payload: ChangeEvent }
  | { readonly topic: ChangeNews['event']; readonly payload: ChangeNews };
