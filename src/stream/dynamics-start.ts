import { PsmfFilter } from '../filter/psmf-filter';
import { JoiningSensors } from '../scale/joining-sensors';
import { principalDirections } from '../scale/principal-directions';
import { UNIT_READINGS, unitOf, type SensorUnits } from '../scale/sensor-units';
import { chooseRank, configOf, drawsDictionary, type DynamicsPlan } from './dynamics-plan';
import type { FirstFrame, Running } from './dynamics-state';
import { FrameClock } from '../frame/clock';

/** Readings among the first frames that give a sensor its unit. */
const ENOUGH_READINGS = 10;
/** First readings count at most this many units: what spikes say of the patterns is wrong. */
const MOST_UNITS = 5;

/**
 * A filter that has learned the first frames, in units and patterns found from them. Null while there are too few frames or
 * readings, or, for a rhythm, it is not known how far apart frames are.
 */
export function begin(
  plan: DynamicsPlan,
  first: readonly FirstFrame[],
  units: SensorUnits,
  periodMs: number | null,
): Running | null {
  const isSeasonal = plan.name === 'seasonal';
  if (first.length < UNIT_READINGS || (isSeasonal && periodMs === null)) return null;
  const readings = Array.from({ length: units.sensors }, (_, j) =>
    first.map((frame) => frame.readings[j] ?? NaN).filter((reading) => !Number.isNaN(reading)),
  );
  const columns = [...readings.keys()].filter((j) => readings[j].length >= ENOUGH_READINGS);
  if (columns.length === 0) return null;
  for (const j of columns) units.begin(j, unitOf(readings[j]));
  const frames = first.map((frame) =>
    Float64Array.from(columns, (j) =>
      Math.min(MOST_UNITS, Math.max(-MOST_UNITS, units.standardise(j, frame.readings[j]))),
    ),
  );
  const rank = chooseRank(plan, columns.length);
  const found = {
    ...{ rank, isOwn: rank === columns.length, isFitted: false },
    frameSeconds: isSeasonal && periodMs !== null ? periodMs / 1000 : 1,
  };
  const filter = new PsmfFilter({
    ...configOf(plan, found),
    sensors: columns.length,
    C0: drawsDictionary(plan) ? undefined : principalDirections(frames, rank, plan.seed),
  });
  const cycleMs = plan.periodSeconds === null ? null : 1000 * plan.periodSeconds;
  const dts = FrameClock.measureAll(first, periodMs, cycleMs);
  frames.forEach((frame, i) => filter.learnOne(frame, dts[i]));
  const zeros = (): number[] => readings.map(() => 0);
  return {
    ...{ filter, found, streaks: zeros(), joined: zeros() },
    rows: readings.map((_, j) => columns.indexOf(j)),
    joining: new JoiningSensors(),
  };
}
