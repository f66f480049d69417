import type { Frame } from '../frame/frame';
import type { ModeState } from '../frame/message-mode';
import type { Snapshot } from '../snapshot/envelope';
import type { Receipt } from './receipt';

/**
 * What every model says of a frame; arrays, here and in what a model adds, have one entry for each of `names`, NaN where
 * there is nothing to say. The object is the model's own: the next frame overwrites it.
 */
export interface Answer {
  /** Frames learned. */
  readonly seq: number;
  /** The frame's own time, else its arrival. */
  readonly time: number;
  /** "warming" while this answer comes from too few frames to rely on. */
  readonly phase: 'warming' | 'ready';
  /** The frame is not newer than the last: it was answered as if it came next, and not learned. */
  readonly late: boolean;
  /** The nominal period in ms; null until it is known. */
  readonly period: number | null;
  readonly names: readonly string[];
  /** The frame's readings. */
  readonly readings: Float64Array;
  /** Sensors whose value is there but not a number, with the reason. */
  readonly rejected: ReadonlyMap<string, string>;
}

/** What a model is kept as. */
export type StreamSnapshot = Pick<Snapshot, 'seq' | 'meta' | 'data'>;

/** A model of a stream of frames: sensors go by name, time by the frames' own or by their arrival. */
export interface StreamModel<A extends Answer> {
  readonly names: readonly string[];
  /** Frames learned. */
  readonly seq: number;
  /** The most memory it takes with the sensors it has, however many frames it learns. */
  readonly bytes: number;
  /** A sensor that would make it take more is refused as NO_MEMORY; Infinity unless it is set. */
  maxBytes: number;
  /** Takes in one frame. On an error nothing has changed. */
  learnOne(frame: Frame): A;
  /** Throws, before anything has changed, if one of these frames could not be learned after the others. */
  checkFrames(frames: readonly Frame[]): void;
  /** The same answer without learning: the model stays as it is, bit for bit. */
  predictOne(frame: Frame): A;
  /** How the messages of this stream are read, as far as that was decided; kept with the model, which makes nothing of it. */
  reading: ModeState | null;
  /** Gives sensors other names; what was learned of them stays theirs. */
  renameSensors(nameOf: (name: string) => string): void;
  /** Digits after the point that the readings of each sensor have had since the model was made or restored. */
  readonly decimals: ArrayLike<number>;
  /** Forgets a sensor and keeps all others; false: there is none of this name. */
  forgetSensor(name: string): boolean;
  /** What the model has measured by hiding readings from itself; null of models that do not. */
  receipt(): Receipt | null;
  /** The length of the rhythm that moves the sensor in column j, in ms; null: none does. */
  rhythm(j: number): number | null;
  /** Null before the first sensor: there is nothing to keep. */
  snapshot(): StreamSnapshot | null;
}

export type { SensorOptions as StreamOptions } from '../frame/columns';
export type { Frame, Moment } from '../frame/frame';
