import { startNoise } from '../factor/offset';
import { setIdentity } from '../linalg/packed';
import { nextUniform } from '../random';
import { FilterNumbers } from './filter-numbers';
import { createHeldOut, type HeldOut } from './held-out';
import { assignSensor } from './kernels/sensor-state';
import { clearSensor } from './kernels/sensor-units';
import type { Sensor } from './sensor';
import { assignFilter } from './state';
import type { Variant } from './variant';

/** Groups held out in turn: at most this many, and never more than sensors. */
const MAX_GROUPS = 6;

/** One filter: its numbers, and what it is made of. */
export class Filter extends FilterNumbers {
  /** Where the last value stands among the experts; -1: it is none of them. */
  readonly lastValue: number;
  /** How the group held out fared in the last frame. */
  readonly heldOut: HeldOut;
  /** By how much the location of each sensor followed a shift in the last frame, in the sensor's own units. */
  readonly shifts: Float64Array;
  /** 1: in the last frame the factor model was found to have broken down on the sensor. */
  readonly breakdowns: Uint8Array;

  constructor(
    d: number,
    r: number,
    readonly variant: Variant,
    known: readonly (Sensor | undefined)[] = [],
  ) {
    super(d, r, variant.experts.length, known);
    this.lastValue = variant.experts.findIndex(({ name }) => name === 'last value');
    this.heldOut = createHeldOut(d, variant.experts.length);
    this.shifts = new Float64Array(d);
    this.breakdowns = new Uint8Array(d);
  }
}

/** A fresh filter: mu = [0; 1], P = I, Q = 0.1, every sensor without units. */
export function createFilter(d: number, rank: number, variant: Variant, seed: number): Filter {
  const filter = new Filter(d, rank, variant);
  const { m, at } = filter;
  const { mu, P, heldOutMu, heldOutP, Q } = at.head;
  m.fill(seed, at.head.seed.place, at.head.seed.place + 1);
  for (const { place, length } of [mu, heldOutMu]) m.fill(1, place + length - 1, place + length);
  for (const { place } of [P, heldOutP]) setIdentity(m, place, rank);
  m.fill(0.1, Q.place, Q.place + rank);
  filter.groups = Math.min(MAX_GROUPS, d);
  filter.windowTime = 0;
  for (const sensor of filter.sensors) startSensor(filter, sensor);
  return filter;
}

/** V = I; the row of C uniform with variance 1/r, its intercept 0. */
function startSensor(filter: Filter, sensor: Sensor): void {
  const { m, at, r } = filter;
  clearSensor(sensor);
  sensor.scale = 1;
  const width = Math.sqrt(3 / r);
  m.set(
    Float64Array.from({ length: r }, () => (2 * nextUniform(m, at.head.seed.place) - 1) * width),
    sensor.C,
  );
  setIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) expert.start(sensor, filter);
  startNoises(sensor);
}

/** The offset and noise of the sensor as before any reading, also where the group is held out. */
function startNoises(sensor: Sensor): void {
  startNoise(sensor);
  sensor.heldOutOffset = sensor.offset;
  sensor.heldOutOffsetVariance = sensor.offsetVariance;
  sensor.firstSurprise = 0;
  sensor.startReady = 0;
}

/** The sensor forgets what it shares with the others, its offset and its noise; units, losses and simple experts stay. */
export function restartSensor(filter: Filter, sensor: Sensor): void {
  const { m, at } = filter;
  m.fill(0, sensor.C, sensor.C + at.p);
  setIdentity(m, sensor.V, at.p);
  for (const expert of filter.variant.experts) expert.start(sensor, filter);
  startNoises(sensor);
  sensor.signal = 0;
  sensor.h = 0;
}

/** The same filter again, in the memory of `old` where it fits. */
export function copyFilter(from: Filter, old: Filter | null = null): Filter {
  const fits = old !== null && old.d === from.d && old.r === from.r && old.variant === from.variant;
  const to = fits ? old : new Filter(from.d, from.r, from.variant);
  to.m.set(from.m);
  assignFilter(to, from);
  for (let j = 0; j < from.d; j++) assignSensor(to.sensors[j], from.sensors[j]);
  return to;
}

/** The same filter with one more sensor at the end, its row drawn next from the generator; rank and groups stay. */
export function growFilter(old: Filter): Filter {
  const filter = new Filter(old.d + 1, old.r, old.variant, old.sensors);
  filter.m.set(old.m);
  assignFilter(filter, old);
  startSensor(filter, filter.sensors[old.d]);
  for (const expert of filter.variant.experts) expert.join(filter);
  holdOut(filter, filter.sensors[old.d]);
  return filter;
}

/** The same filter with another sensor in the place of sensor j, its row drawn next from the generator. */
export function replaceInFilter(old: Filter, j: number): Filter {
  const known = old.sensors.map((sensor) => (sensor.index === j ? undefined : sensor));
  const filter = new Filter(old.d, old.r, old.variant, known);
  const { m, at } = filter;
  m.set(old.m);
  m.fill(0, at.rows + j * at.stride, at.rows + (j + 1) * at.stride);
  assignFilter(filter, old);
  startSensor(filter, filter.sensors[j]);
  for (const expert of filter.variant.experts) expert.replace(filter.sensors[j], filter);
  holdOut(filter, filter.sensors[j]);
  return filter;
}

/** Window k holds out the sensors with j mod G = k mod G. */
export function holdOut({ groups, windowIndex }: Filter, sensor: Sensor): void {
  sensor.isHeldOut = sensor.index % groups === windowIndex % groups ? 1 : 0;
}
