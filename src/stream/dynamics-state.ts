import { isCount } from '../arguments';
import { damagedState, describe } from '../errors';
import { PsmfFilter } from '../filter/psmf-filter';
import { IntervalWidths } from '../scale/interval-widths';
import { JoiningSensors } from '../scale/joining-sensors';
import type { SensorState } from '../scale/sensor-state';
import { SignalMisfit } from '../scale/signal-misfit';
import { SensorUnits, UNIT_READINGS } from '../scale/sensor-units';
import type { Json } from '../snapshot/canonical-json';
import { chooseRank, configOf, type DynamicsPlan, type Found } from './dynamics-plan';
import type { Packed } from './engine';
import { isTime } from '../frame/clock';
import type { Moment } from './stream-model';

/** A filter in units of its own, at work. */
export interface Running {
  readonly filter: PsmfFilter;
  readonly found: Found;
  readonly joining: JoiningSensors;
  /** By column: the sensor's row in the filter, -1 for a joining sensor; readings in a row that were far off; the frame it joined at. */
  readonly rows: number[];
  readonly streaks: number[];
  readonly joined: number[];
}

/** A frame before the filter begins: how far it is from the last is known when the period is. */
export interface FirstFrame extends Moment {
  /** Fewer than there are sensors where one has joined since: its reading was missing then. */
  readonly readings: Float64Array;
}

/** All that such an engine goes on from. Before it is running it has its first frames only. */
export interface DynamicsState {
  readonly seq: number;
  readonly units: SensorUnits;
  readonly widths: IntervalWidths;
  readonly misfit: SignalMisfit;
  readonly first: FirstFrame[];
  readonly running: Running | null;
}

/** Stands for a gap among kept readings, which are smaller, or for no time. */
const GAP = 1e61;
const LARGEST = 1e60;

export function packState({ seq, units, widths, misfit, first, running }: DynamicsState): Packed {
  const kept = first.flatMap(({ readings, time, arrival }) => [
    ...Array.from({ length: units.sensors }, (_, j) =>
      Number.isNaN(readings[j] ?? NaN) ? GAP : readings[j],
    ),
    ...[isTime(time) ? time : GAP, arrival],
  ]);
  const waiting = running?.joining.pack() ?? { counts: [], numbers: [] };
  const data = [...units.pack(), ...widths.pack(), ...misfit.pack(), ...kept, ...waiting.numbers];
  const filter = running?.filter.snapshot().data ?? new Float64Array(0);
  const all = new Float64Array(data.length + filter.length);
  all.set(data);
  all.set(filter, data.length);
  const extra = { seq, first: first.length, waiting: waiting.counts };
  if (running === null) return { data: all, extra: { ...extra, running: null } };
  const { found, rows, streaks, joined } = running;
  const details = { found: { ...found }, rows: [...rows], streaks: [...streaks], joined: [...joined] };
  return { data: all, extra: { ...extra, running: details } };
}

/** A state of its own to learn one frame from; its filter is on loan until the next call on any filter. */
export function copyState({ seq, units, widths, misfit, first, running }: DynamicsState): DynamicsState {
  const { sensors } = units;
  const common = {
    seq,
    units: new SensorUnits(sensors).load(units.pack()),
    widths: new IntervalWidths(sensors).load(widths.pack()),
    misfit: new SignalMisfit(sensors).load(misfit.pack()),
    first: [...first],
  };
  if (running === null) return { ...common, running };
  const { filter, found, joining, rows, streaks, joined } = running;
  const lists = { rows: [...rows], streaks: [...streaks], joined: [...joined] };
  return { ...common, running: { filter: filter.lendCopy(), found, joining: joining.copy(), ...lists } };
}

/** Throws BAD_SNAPSHOT for what `packState` could not have given. */
export function unpackState(
  plan: DynamicsPlan,
  sensors: number,
  data: Float64Array,
  extra: Json,
): DynamicsState {
  const { seq, first, waiting, running } = extra as Readonly<Record<string, unknown>>;
  expect('seq', 'a whole number', seq, isCount(seq));
  expect('first', `at most ${UNIT_READINGS} frames`, first, isCount(first) && first <= UNIT_READINGS);
  let at = 0;
  const take = (length: number): Float64Array => {
    if (at + length > data.length)
      throw damagedState('its length', `${at + length} numbers`, `${data.length}`);
    at += length;
    return data.subarray(at - length, at);
  };
  const load = <T extends SensorState<string>>(state: T): T => state.load(take(state.length));
  const units = load(new SensorUnits(sensors));
  const widths = load(new IntervalWidths(sensors));
  const misfit = load(new SignalMisfit(sensors));
  const frames = Array.from({ length: first as number }, () => readFirst(take(sensors), take(2)));
  if (running === null) {
    expect('its length', `${at} numbers`, data.length, at === data.length);
    return { seq: seq as number, units, widths, misfit, first: frames, running: null };
  }
  const details = readDetails(running, sensors, plan);
  const { found, rows } = details;
  const size = 1 + found.rank;
  const counts = readCounts(waiting, rows);
  const joining = JoiningSensors.restore(
    found.rank,
    counts,
    take(size * sum(counts.map(([, count]) => count))),
  );
  const known = rows.filter((row) => row >= 0).length;
  rows.forEach((row, j) => expect('rows', 'a unit for each row', row, row < 0 || units.isKnown(j)));
  const config = configOf(plan, found);
  const filter = PsmfFilter.restore({ config, sensors: known, data: data.slice(at) });
  const common = { seq: seq as number, units, widths, misfit, first: frames };
  return { ...common, running: { ...details, joining, filter } };
}

function readFirst(readings: Float64Array, [time, arrival]: Float64Array): FirstFrame {
  expect('arrival', 'a time', arrival, isTime(arrival));
  return { readings: readings.map(readKept), time: isTime(time) ? time : null, arrival };
}

const readKept = (value: number): number => (Math.abs(value) <= LARGEST ? value : NaN);

function readDetails(
  value: unknown,
  sensors: number,
  plan: DynamicsPlan,
): Omit<Running, 'filter' | 'joining'> {
  const { found, rows, streaks, joined } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isList = (list: unknown, isRight: (entry: unknown) => boolean): list is number[] =>
    Array.isArray(list) && list.length === sensors && list.every(isRight);
  const isRow = (entry: unknown): boolean => entry === -1 || isCount(entry);
  expect('streaks', `${sensors} whole numbers`, streaks, isList(streaks, isCount));
  expect('joined', `${sensors} whole numbers`, joined, isList(joined, isCount));
  expect('rows', `a row or -1 for each of ${sensors} sensors`, rows, isList(rows, isRow));
  const used = (rows as number[]).filter((row) => row >= 0).sort((a, b) => a - b);
  expect('rows', 'each row once', rows, used.length > 0 && used.every((row, i) => row === i));
  return {
    found: readFound(found, chooseRank(plan, sensors)),
    rows: [...(rows as number[])],
    streaks: [...(streaks as number[])],
    joined: [...(joined as number[])],
  };
}

/** The rank was chosen when there were as many sensors as now, or fewer. */
function readFound(value: unknown, mostRank: number): Found {
  const { rank, isOwn, frameSeconds, isFitted } = (value ?? {}) as Readonly<Record<string, unknown>>;
  expect(
    'rank',
    `a whole number from 1 to ${mostRank}`,
    rank,
    isCount(rank) && rank >= 1 && rank <= mostRank,
  );
  expect(
    'frameSeconds',
    'a positive number',
    frameSeconds,
    typeof frameSeconds === 'number' && frameSeconds > 0 && frameSeconds < 1e60,
  );
  expect('isOwn', 'true or false', isOwn, typeof isOwn === 'boolean');
  expect('isFitted', 'true or false', isFitted, typeof isFitted === 'boolean');
  return { rank, isOwn, frameSeconds, isFitted } as Found;
}

/** [column, readings] of every joining sensor. */
function readCounts(value: unknown, rows: readonly number[]): number[][] {
  const isRight = (entry: unknown): boolean =>
    Array.isArray(entry) &&
    entry.length === 2 &&
    entry.every(isCount) &&
    rows[entry[0]] === -1 &&
    entry[1] <= UNIT_READINGS;
  expect(
    'waiting',
    'joining sensors and their readings',
    value,
    Array.isArray(value) && value.every(isRight),
  );
  return value as number[][];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function expect(name: string, expected: string, got: unknown, holds: boolean): void {
  if (!holds) throw damagedState(name, expected, describe(got));
}
