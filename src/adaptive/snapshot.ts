import { damagedState } from '../errors';
import { MAX_SQUARE } from '../linalg/limits';
import { readFirstLayout } from './first-layout';
import { createFilter, type Filter } from './filter';
import type { Variant } from './variant';
import { FrameBuffer } from './frame-buffer';
import { History } from './history';
import { MIN_COUNT } from './kernels/losses';
import { writeSensor } from './kernels/sensor-state';
import type { AdaptiveConfig } from './options';
import { isReading, MAX_PAUSE, MAX_READING, MISSING, MISSING_BEFORE } from './reading';
import type { Vector } from './layout';
import { checkStored } from '../stored-range';
import {
  filterFields,
  filterQuantities,
  numbersOf,
  sensorFields,
  sensorQuantities,
  type Quantity,
} from './state';
import { WarmStart } from './warm-start';

/** The model taken apart. */
interface ModelParts {
  readonly seq: number;
  readonly history: History;
  readonly filter: Filter | null;
  readonly warmStart: WarmStart | null;
}

/**
 * What the array begins with: -2 for its layout (the first began with seq, which is not negative); frames taken in; rank of the
 * filter and of the one being built (0: none) and the frames that has learned; frames kept (-1: the warm start is over); experts
 * and fields of a sensor that it holds. Then history, filter, filter being built, frames.
 */
const LAYOUT = -2;
const HEADER = 8;

/** What rounding may take a variance below zero by. */
const ROUNDING = 1e-6;

/** The array that `unpackState` takes, in parts of which most are the model's own: they are to be copied before it goes on. */
export function stateParts({ seq, history, filter, warmStart }: ModelParts): Float64Array[] {
  const replay = warmStart?.replay ?? null;
  const frames = warmStart?.frames ?? new Float64Array(0);
  const experts = (filter ?? replay?.filter)?.at.experts ?? 0;
  const kept = warmStart ? frames.length / (history.sensors + 1) : -1;
  const ranks = [filter?.r ?? 0, replay?.filter.r ?? 0, replay?.position ?? 0];
  return [
    Float64Array.of(LAYOUT, seq, ...ranks, kept, experts, sensorFields.length),
    history.pack((j) => filter?.sensors[j].active !== 1),
    ...(filter ? filterParts(filter) : []),
    ...(replay ? filterParts(replay.filter) : []),
    frames,
  ];
}

/** Fields and vectors of all sensors together, pooled losses; then of each sensor its fields, vectors, losses. */
function filterParts(filter: Filter): Float64Array[] {
  const { m, at } = filter;
  const stride = sensorFields.length;
  const fields = new Float64Array(filter.sensors.length * stride);
  return [
    numbersOf(filter, filterFields),
    m.subarray(0, at.pooled + at.cells),
    ...filter.sensors.flatMap((sensor, j) => {
      writeSensor(sensor, fields, j * stride);
      return [fields.subarray(j * stride, (j + 1) * stride), m.subarray(sensor.C, sensor.losses + at.cells)];
    }),
  ];
}

export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((total, part) => total + part.length, 0));
  let to = 0;
  for (const part of parts) {
    all.set(part, to);
    to += part.length;
  }
  return all;
}

/** Checks `data` in full and puts the model together again; throws BAD_SNAPSHOT, never returns half of one. */
export function unpackState(
  config: AdaptiveConfig,
  variant: Variant,
  sensors: number,
  stored: Float64Array,
): ModelParts {
  const data = stored[0] >= 0 ? readFirstLayout(sensors, stored) : stored;
  if (data.length < HEADER || data[0] !== LAYOUT)
    throw damagedState('its layout', `${LAYOUT} and ${HEADER - 1} numbers more`, `${data[0]}`);
  const [, first, ...others] = data.subarray(0, HEADER);
  const seq = whole('seq', first, 0, Number.MAX_SAFE_INTEGER);
  const rank = whole('the rank', others[0], 0, config.maxRank);
  const replayRank = whole('the rank being built', others[1], 0, config.maxRank);
  const frames = others[3] === -1 ? -1 : whole('the frames kept', others[3], seq, seq);
  const position = whole('the replay', others[2], -sensors, Math.max(frames, 0));
  const reader = new Reader(
    data,
    whole('the experts', others[4], 0, 16),
    whole('the fields', others[5], 1, 256),
  );

  const history = History.unpack(reader.take(History.lengthFor(sensors)), variant);
  const filter = rank === 0 ? null : reader.takeFilter(sensors, rank, variant);
  const replayFilter = replayRank === 0 ? null : reader.takeFilter(sensors, replayRank, variant);
  const kept = reader.take(frames === -1 ? 0 : FrameBuffer.lengthFor(sensors, frames));
  reader.end();
  checkFrames(kept, frames);
  const replay = replayFilter && { filter: replayFilter, position };
  const warmStart = frames === -1 ? null : WarmStart.restore(config, variant, sensors, kept, replay);
  return { seq, history, filter, warmStart };
}

/** Takes a state apart from front to back. */
class Reader {
  #from = HEADER;

  constructor(
    readonly data: Float64Array,
    /** Experts and fields that the state holds; those added since begin as in a fresh filter. */
    readonly experts: number,
    readonly fields: number,
  ) {}

  take(length: number): Float64Array {
    return this.data.subarray(this.#from, (this.#from += length));
  }

  end(): void {
    if (this.#from !== this.data.length)
      throw damagedState('its length', `${this.#from} numbers`, `${this.data.length}`);
  }

  takeFilter(sensors: number, rank: number, variant: Variant): Filter {
    const filter = createFilter(sensors, rank, variant, 0);
    const { m, at } = filter;
    this.#takeFields(filter, filterFields, filterQuantities, filterFields.length);
    m.set(this.take(at.pooled));
    for (const [name, vector] of Object.entries(at.head)) checkVector(name, m, vector, 0);
    this.#takeLosses(filter, at.pooled);
    for (const sensor of filter.sensors) {
      this.#takeFields(sensor, sensorFields, sensorQuantities, this.fields);
      m.set(this.take(at.lossesOfRow), sensor.C);
      for (const [name, vector] of Object.entries(at.row)) checkVector(name, m, vector, sensor.C);
      checkNeighbours(m.subarray(sensor.neighbours, sensor.neighbours + at.k), sensor.index, sensors);
      this.#takeLosses(filter, sensor.losses);
    }
    return filter;
  }

  /** The first so many fields. */
  #takeFields<Name extends string>(
    to: Record<Name, number>,
    names: readonly Name[],
    quantities: Readonly<Record<Name, Quantity>>,
    stored: number,
  ): void {
    this.take(stored).forEach((value, i) => {
      const name = names.at(i);
      if (name === undefined) throw damagedState('its fields', `at most ${names.length}`, `${stored}`);
      checkStored(name, value, quantities[name]);
      to[name] = value;
    });
  }

  /** Losses and counts of all cells; an expert that the state does not know begins with the losses of the worst. */
  #takeLosses({ m, at }: Filter, to: number): void {
    for (let cell = to; cell < to + at.cells; cell += at.cell) {
      const losses = this.take(this.experts);
      const [count, calibration] = this.take(2);
      for (const value of [...losses, count, calibration]) {
        if (!(value >= 0 && value < MAX_SQUARE))
          throw damagedState('the losses', 'no negative number', `${value}`);
      }
      if (count > 0 && count < MIN_COUNT) throw damagedState('the losses', 'a count', `${count}`);
      const known = Array.from({ length: at.experts }, (_, e) => losses[e] ?? Math.max(...losses));
      m.set([...known, count, calibration], cell);
    }
  }
}

function whole(name: string, value: number, min: number, max: number): number {
  checkStored(name, value, { min, max, isWhole: true });
  return value;
}

/** Every entry in range; no negative variance beyond rounding. */
function checkVector(name: string, m: Float64Array, vector: Vector, start: number): void {
  const { place, length, size, isCovariance, quantity } = vector;
  const entries = m.subarray(start + place, start + place + length);
  for (const value of entries) checkStored(name, value, quantity);
  if (!isCovariance) return;
  for (let i = 0, diagonal = 0; i < size; i++, diagonal += i + 1)
    checkStored(`a variance of ${name}`, entries[diagonal], { ...quantity, min: -ROUNDING });
}

/** Neighbours are other sensors; a sensor alone is its own. */
function checkNeighbours(neighbours: Float64Array, index: number, sensors: number): void {
  for (const other of neighbours) {
    if (other >= sensors || (sensors > 1 && other === index))
      throw damagedState('a neighbour', `another of ${sensors} sensors`, `${other}`);
  }
}

/** The columns of the kept frames; the first holds dt. */
function checkFrames(kept: Float64Array, frames: number): void {
  kept.forEach((value, i) => {
    if (i < frames && !(value > 0 && value <= MAX_PAUSE))
      throw damagedState('dt', `a positive number up to ${MAX_PAUSE}`, `${value}`);
    if (!isReading(value) && value !== MISSING && value !== MISSING_BEFORE)
      throw damagedState('a kept frame', `readings up to ${MAX_READING}`, `${value}`);
  });
}
