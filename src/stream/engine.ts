import type { Measured } from '../kinds/measured';
import type { Json } from '../snapshot/canonical-json';
import type { Answer, Moment } from './stream-model';

/** An answer while it is being written. */
export type Draft<A> = { -readonly [K in keyof A]: A[K] };

export type Settings = Readonly<Record<string, Json>>;

/** An engine's state: numbers, and what gives them their meaning beyond names and settings. */
export interface Packed {
  readonly data: Float64Array;
  readonly extra: Settings;
}

/** What a model makes of frames once names are columns and times are dt. It has at least one sensor. */
export interface Engine<A extends Answer> {
  /** Frames learned. */
  readonly seq: number;
  /** What it said last, but for what the stream adds: seq, time, late, period, names, readings and rejected. */
  readonly answer: Draft<A>;
  addSensor(name: string): void;
  /** Column j is from now on of another sensor, of which nothing is known. Absent: a column is of one sensor for good. */
  replaceSensor?(j: number, name: string): void;
  /**
   * Takes in a frame of `time` (epoch ms), dt nominal periods after the last, and writes the answer. The nominal period, in
   * ms, is null until it is known, and dt is 1 until then; `moment` is what they come from.
   */
  learn(readings: Float64Array, dt: number, time: number, periodMs: number | null, moment: Moment): void;
  /** Writes the answer as if the frame were learned, or, if it is late, as if it came next; changes nothing else. */
  predict(readings: Float64Array, dt: number, isLate: boolean, periodMs: number | null, moment: Moment): void;
  pack(): Packed;
  /** Of engines that hide readings from themselves. */
  readonly measured?: Measured;
}

/** How an engine begins. */
export interface EngineMaker<A extends Answer> {
  /** The settings its numbers depend on: plain JSON. */
  readonly config: Settings;
  /** The length of its rhythm: however long a pause, dt tells where in it the next frame is. */
  readonly cycleMs?: number | null;
  /** The most memory that an engine of so many sensors takes, however many frames it has learned. */
  bytesFor(sensors: number): number;
  create(names: readonly string[]): Engine<A>;
  /** One that goes on where `pack` left off; throws BAD_SNAPSHOT for what `pack` could not have given. */
  restore(names: readonly string[], data: Float64Array, extra: Json): Engine<A>;
  /** What is said before the first sensor. */
  createAnswer(): Draft<A>;
}

/** The common part of an answer before the first frame. */
export const createHead = (): Draft<Answer> => ({
  seq: 0,
  time: 0,
  phase: 'warming',
  late: false,
  period: null,
  names: [],
  readings: new Float64Array(0),
  rejected: new Map(),
});

/** Settings as they come back from a store. */
export const plainSettings = (value: object): Settings => JSON.parse(JSON.stringify(value)) as Settings;
