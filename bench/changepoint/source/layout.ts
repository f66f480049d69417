import { createLayout, type Layout } from '../../../src/filter/layout';
import { LEARNING, MEMORY } from './settings';

/** A stretch of `rows` x d numbers; a sensor that joins appends a column of `fill`. */
export interface SensorField {
  readonly at: number;
  readonly rows: number;
  readonly fill: number;
}

/**
 * Offsets of everything the detectors share, in one Float64Array: the filter's own layout first, then
 *
 *   counters | memory of the last frames | what is known of each sensor
 */
export interface SourceLayout extends Layout {
  /** Frames taken in, frames in which something was read, and frames since the start or the last restart. */
  readonly frames: number;
  readonly recorded: number;
  readonly epoch: number;
  /** 1 once the filter has run. */
  readonly started: number;
  /** Periods since the last frame in which something was read, and the longest such pause while learning. */
  readonly elapsed: number;
  readonly longestPause: number;
  /** Sensors that take part in the detection. */
  readonly active: number;
  /** 1: the newest frame came after an unusual pause. */
  readonly paused: number;
  /** What the detection found in the newest frame, and where it would alarm; 0 while it has no opinion. */
  readonly statistic: number;
  readonly threshold: number;

  /** Memory, MEMORY rows: frame k stands in row k % MEMORY. Its number, time, dt; then for each sensor ... */
  readonly number: number;
  readonly time: number;
  readonly period: number;
  /** ... the reading, the innovation and the level; NaN where missing. While a sensor is learned the latter two are raw. */
  readonly y: number;
  readonly q: number;
  readonly level: number;

  /** z = (y - centre) / scale; a scale of 0 says that the sensor was never standardised. */
  readonly centre: number;
  readonly scale: number;
  /** Median and scale of the innovations, then of z. */
  readonly innovationCentre: number;
  readonly innovationScale: number;
  readonly levelCentre: number;
  readonly levelScale: number;
  /** Spread of the innovations as the filter tracks it, the steps it has done so, the last innovation raw and clipped. */
  readonly spread: number;
  readonly steps: number;
  readonly innovation: number;
  readonly clipped: number;
  /** 1: corrects x. 0: came in later, and only listens until the next restart. */
  readonly member: number;
  /** Frames a sensor has been followed for, readings heard in this stage, frames of silence, longest silence while learning. */
  readonly age: number;
  readonly heard: number;
  readonly silent: number;
  readonly usual: number;
  /** Frames since an unusual silence has passed and the prediction has settled; 0 or less until then. */
  readonly steady: number;

  /** Room to sort the readings of one sensor. */
  readonly sorting: number;
  /** Everything that grows with a sensor, but for C and R of the filter. */
  readonly fields: readonly SensorField[];
}

/** Hands out stretches of the array, and remembers those that grow with the sensors. */
export class Allocator {
  readonly fields: SensorField[] = [];
  constructor(
    readonly d: number,
    public end: number,
  ) {}

  take(length: number): number {
    this.end += length;
    return this.end - length;
  }

  takeField(rows: number, fill = 0): number {
    const at = this.take(rows * this.d);
    this.fields.push({ at, rows, fill });
    return at;
  }
}

export function createSourceLayout(d: number, r: number, allocate: Allocator): SourceLayout {
  const filter = createLayout(d, r, 2, 0);
  allocate.end = filter.length;
  const source = {
    frames: allocate.take(1),
    recorded: allocate.take(1),
    epoch: allocate.take(1),
    started: allocate.take(1),
    elapsed: allocate.take(1),
    longestPause: allocate.take(1),
    active: allocate.take(1),
    paused: allocate.take(1),
    statistic: allocate.take(1),
    threshold: allocate.take(1),
    number: allocate.take(MEMORY),
    time: allocate.take(MEMORY),
    period: allocate.take(MEMORY),
    sorting: allocate.take(LEARNING),
    y: allocate.takeField(MEMORY, NaN),
    q: allocate.takeField(MEMORY, NaN),
    level: allocate.takeField(MEMORY, NaN),
    centre: allocate.takeField(1),
    scale: allocate.takeField(1),
    innovationCentre: allocate.takeField(1),
    innovationScale: allocate.takeField(1, 1),
    levelCentre: allocate.takeField(1),
    levelScale: allocate.takeField(1, 1),
    spread: allocate.takeField(1, 1),
    steps: allocate.takeField(1),
    innovation: allocate.takeField(1, NaN),
    clipped: allocate.takeField(1, NaN),
    member: allocate.takeField(1),
    age: allocate.takeField(1),
    heard: allocate.takeField(1),
    silent: allocate.takeField(1),
    usual: allocate.takeField(1),
    steady: allocate.takeField(1),
  };
  return { ...filter, ...source, fields: allocate.fields, length: allocate.end };
}

/** Row of frame k in the memory, as an offset from the start of a field. */
export const rowOf = (k: number, d: number): number => (k % MEMORY) * d;
