import { badOption, describe, PsmfError } from '../errors';
import type { FitResult } from '../fit/fit';
import type { FitProblem } from '../fit/fit-problem';
import { PsmfFilter } from '../filter/psmf-filter';
import { createModel } from '../dynamics';
import { readInteger, readOptions } from '../options';
import { JoiningSensors } from '../scale/joining-sensors';
import { principalDirections } from '../scale/principal-directions';
import type { SensorUnits } from '../scale/sensor-units';
import { AFFINE_FIT_RATE, configOf, drawsDictionary, type DynamicsPlan } from './dynamics-plan';
import type { Running } from './dynamics-state';
import type { RecentFrame, RecentFrames } from './recent-frames';

export interface FitSettings {
  /** How many starts are tried, and how often each goes over the frames. */
  readonly restarts?: number;
  readonly passes?: number;
}

/** A fit that can be run anywhere: as plain data, and the way back. */
export interface PreparedFit {
  readonly problem: FitProblem;
  /** Frames it is made from. */
  readonly frames: number;
  /** The model goes on with what was fitted, frames that came meanwhile included. */
  readonly adopt: (result: FitResult) => void;
}

const KNOWN_SETTINGS = ['restarts', 'passes'];
/** Fewer frames tell no rhythm from noise. */
const LEAST_FRAMES = 100;
const READINGS_PER_UNKNOWN = 2;
/** Readings count at most this many units: a spike is nothing to fit. */
const MOST_UNITS = 5;
const LEARNED = ['periodic', 'fourier', 'affine'];

/** Whether there are parameters to fit. */
export const canBeFitted = ({ name }: DynamicsPlan): boolean => LEARNED.includes(name);

export function refuseFit(got: string): PsmfError {
  return badOption(
    'The dynamics to fit',
    'periodic, fourier or affine',
    got,
    'Choose one of these; the others have no parameters to fit.',
  );
}

function tooFew(needed: number, got: number): PsmfError {
  return new PsmfError(
    'TOO_LITTLE_DATA',
    'The frames to fit',
    `at least ${needed} since the model was started or loaded`,
    `${got}`,
    'Ask again when that many have come: they are not kept with the state of the model.',
  );
}

/** A misspelt option must not start a long fit with usual ones. Objects of other realms (a function node) count. */
function readSettings(settings: FitSettings | undefined): FitSettings {
  const options = readOptions('fit', settings);
  const type = Object.prototype.toString.call(options).slice('[object '.length, -1);
  const unknown = Object.keys(options).find((name) => !KNOWN_SETTINGS.includes(name));
  if (type === 'Object' && unknown === undefined) return options;
  throw badOption(
    'The options of fit',
    `an object with ${KNOWN_SETTINGS.join(', ')} or both`,
    type === 'Object' ? describe(unknown) : `an object of type ${type}`,
    'Give only these, or true for the usual ones.',
  );
}

/** The problem of fitting parameters and dictionary to the recent frames, in the present units. */
export function createFitProblem(
  plan: DynamicsPlan,
  running: Running | null,
  units: SensorUnits,
  recent: RecentFrames,
  settings?: FitSettings,
): FitProblem {
  if (!canBeFitted(plan)) throw refuseFit(plan.name);
  const { restarts, passes } = readSettings(settings);
  const starts = readInteger('fit.restarts', restarts ?? 20, 1, 1000);
  const times = readInteger('fit.passes', passes ?? 60, 1, 10_000);
  if (running === null) throw tooFew(LEAST_FRAMES, recent.size);
  const { filter, found } = running;
  const { dynamics, ...config } = configOf(plan, { ...found, isFitted: false });
  const frames = recent.all().map((frame) => standardise(frame, running, units));
  const parameters = createModel(dynamics, found.rank).parameters?.count ?? 0;
  const unknowns = parameters + filter.sensors * found.rank;
  const enough = Math.ceil((READINGS_PER_UNKNOWN * unknowns) / filter.sensors);
  const full = frames.filter((frame) => frame.some((z) => !Number.isNaN(z)));
  if (full.length < Math.max(LEAST_FRAMES, enough)) throw tooFew(Math.max(LEAST_FRAMES, enough), full.length);
  return {
    options: {
      ...config,
      dynamics: dynamics.type === 'affine' ? { ...dynamics, adam: { rate: AFFINE_FIT_RATE } } : dynamics,
      sensors: filter.sensors,
      C0: drawsDictionary(plan)
        ? undefined
        : principalDirections(frames.slice(-LEAST_FRAMES), found.rank, plan.seed),
    },
    frames,
    dts: recent.all().map(({ dt }) => dt),
    restarts: starts,
    passes: times,
  };
}

/** What goes on from a fit of frames up to `total`, in the units `spread` had then: the frames since are learned after it. */
export function goOnFrom(
  { model }: FitResult,
  plan: DynamicsPlan,
  running: Running,
  units: SensorUnits,
  spread: readonly number[],
  since: readonly (RecentFrame | null)[],
): Running {
  const found = { ...running.found, isFitted: true };
  const { sensors, data } = model;
  const filter = PsmfFilter.restore({ config: configOf(plan, found), sensors, data });
  // A sensor that has joined since joins once more: the coefficients are others now.
  const rows = running.rows.map((row) => (row < sensors ? row : -1));
  rows.forEach((row, j) => {
    if (row >= 0 && spread[j] !== units.spread[j]) filter.rescaleSensor(row, spread[j] / units.spread[j]);
  });
  const next = {
    ...{ filter, found, rows, joined: running.joined, streaks: rows.map(() => 0) },
    joining: new JoiningSensors(),
  };
  const nothing = new Float64Array(sensors).fill(NaN);
  for (const frame of since)
    filter.learnOne(frame ? standardise(frame, next, units) : nothing, frame?.dt ?? 1);
  return next;
}

function standardise({ readings }: RecentFrame, { filter, rows }: Running, units: SensorUnits): Float64Array {
  const z = new Float64Array(filter.sensors).fill(NaN);
  for (let j = 0; j < readings.length; j++) {
    if (rows[j] < 0 || Number.isNaN(readings[j])) continue;
    const value = units.standardise(j, readings[j]);
    z[rows[j]] = Math.min(MOST_UNITS, Math.max(-MOST_UNITS, value));
  }
  return z;
}
