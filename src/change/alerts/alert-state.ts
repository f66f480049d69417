import { damagedState } from '../../errors';
import type { SensorRow } from '../evidence/sensor-row';

export const markKinds = ['level', 'noise', 'relation', 'stuck', 'drift', 'change'] as const;
const directions = ['up', 'down', 'none'] as const;

/** What one sensor did, so that its like is known again: how far its level or its noise went, 0 where that is not said. */
export interface Mark {
  readonly sensor: number;
  readonly kind: (typeof markKinds)[number];
  readonly direction: (typeof directions)[number];
  readonly size: number;
}

/** A sensor of a change that may yet be undone, against what its row of before says of it. */
export interface FollowedSensor extends Mark {
  /** Levels before and since, in its unit; the size has no sign. */
  readonly before: number;
  readonly after: number;
  readonly row: SensorRow;
  /** Readings since the alarm, and of the last ones those that differ from `after`. */
  read: number;
  moved: number;
  /** Averages of the reading less what the row says of it, over some 20 and some 320 readings, and of its square. */
  off: number;
  stood: number;
  square: number;
  /** Of the first readings, less `before`: sums of the row's p, of the readings y, and of their products. */
  p: number;
  y: number;
  pp: number;
  py: number;
  yy: number;
}

export interface OpenChange {
  readonly id: number;
  /** Of the first changed frame: its number and its time, epoch ms. */
  readonly index: number;
  readonly since: number | null;
  /** Whether one sensor shows it more clearly than all others. */
  readonly isOfSensor: boolean;
  /** Frames since the alarm, and those in which all sensors were read. */
  frames: number;
  complete: number;
  readonly sensors: FollowedSensor[];
  /** For each of them and each other one: squares of its readings less what the row of the other says of that. */
  readonly crossings: number[];
}

export interface ToldChange {
  readonly id: number;
  readonly marks: readonly Mark[];
}

/** What is remembered of the changes that were told: plain data, part of a model's snapshot. */
export interface AlertState {
  isMaintained: boolean;
  /** Changes and drifts told so far: the id of the last. */
  told: number;
  /** The last ones told, the newest last. */
  recent: ToldChange[];
  /** Those that may yet be undone. */
  open: OpenChange[];
  /** What is normal, as somebody said. */
  normal: Mark[];
}

export const createAlertState = (): AlertState => ({
  isMaintained: false,
  told: 0,
  recent: [],
  open: [],
  normal: [],
});

/** Most of each that is kept. */
export const MOST_RECENT = 16;
export const MOST_OPEN = 2;
export const MOST_FOLLOWED = 4;
export const MOST_MARKED = 16;
export const MOST_NORMAL = 64;

const ROW: SensorRow = { location: 0, unit: 0, level: 0, loadings: [0], deviation: 0, explained: 0 };
const MARK: Mark = { sensor: 0, kind: 'level', direction: 'up', size: 0 };
const FOLLOWED: FollowedSensor = {
  ...MARK,
  ...{ before: 0, after: 0, row: ROW, read: 0, moved: 0, off: 0, stood: 0, square: 0 },
  ...{ p: 0, y: 0, pp: 0, py: 0, yy: 0 },
};
const SHAPE: AlertState = {
  isMaintained: false,
  told: 0,
  recent: [{ id: 0, marks: [MARK] }],
  open: [
    {
      ...{ id: 0, index: 0, since: null, isOfSensor: false, frames: 0, complete: 0 },
      sensors: [FOLLOWED],
      crossings: [0],
    },
  ],
  normal: [MARK],
};

/** Longest list of any kind in it. */
const MOST_LISTED = 256;

/** Reads what `JSON.stringify` made of a state; a model of before has none. Throws BAD_SNAPSHOT for anything else. */
export function readAlertState(stored: unknown, sensors: number, rank: number): AlertState {
  if (stored === undefined) return createAlertState();
  const state = copyLike(stored, SHAPE, 'alerts') as AlertState;
  const all = [...state.normal, ...state.recent.flatMap(({ marks }) => marks)];
  for (const { sensor } of [...all, ...state.open.flatMap((change) => change.sensors)]) {
    if (!Number.isInteger(sensor) || sensor < 0 || sensor >= sensors)
      throw damagedState('alerts', `a sensor from 0 to ${sensors - 1}`, `${sensor}`);
  }
  for (const { sensors: followed, crossings } of state.open) {
    const pairs = followed.length * (followed.length - 1);
    if (crossings.length !== pairs) throw damagedState('alerts', `${pairs} crossings`, `${crossings.length}`);
    for (const { row } of followed) {
      if (row.loadings.length !== rank)
        throw damagedState('alerts', `${rank} loadings`, `${row.loadings.length}`);
    }
  }
  return state;
}

/** A copy of what has the shape of the example, field by field; a null in the example may be a number. */
function copyLike(value: unknown, example: unknown, path: string): unknown {
  if (Array.isArray(example)) {
    if (!Array.isArray(value) || value.length > MOST_LISTED)
      throw damagedState(path, `a list of at most ${MOST_LISTED}`, typeof value);
    return value.map((entry: unknown) => copyLike(entry, example[0], path));
  }
  if (example !== null && typeof example === 'object') {
    if (value === null || typeof value !== 'object') throw damagedState(path, 'an object', typeof value);
    const fields = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(example).map(([name, part]) => [name, copyLike(fields[name], part, `${path}.${name}`)]),
    );
  }
  const isRight =
    typeof example === 'string'
      ? [...markKinds, ...directions].some((word) => word === value)
      : typeof value === typeof (example ?? 0) && (typeof value !== 'number' || Number.isFinite(value));
  if (isRight || (example === null && value === null)) return value;
  throw damagedState(path, typeof (example ?? 0), String(value));
}
