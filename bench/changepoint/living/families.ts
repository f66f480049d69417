import type { Draws } from '../draws';
import { inject, injections, AFTER, type Change } from './injection';
import type { Rows } from './matrix';

export const groups = ['swing', 'wander', 'alone', 'real'] as const;
export type Group = (typeof groups)[number];

/** A stream without a change, the time between its frames, and changes that each could have come. */
export interface Family {
  readonly group: Group;
  readonly name: string;
  readonly frames: Rows;
  /** In periods; undefined: the frames have no times. */
  readonly dts: readonly number[] | undefined;
  readonly changes: readonly Change[];
}

/** How a stream tells the time: not at all, at even steps, or with a share of its frames left out. */
export type Timing = 'none' | 'even' | 'uneven';
/** Share of the frames that an uneven stream lacks. */
export const LEFT_OUT = 0.15;
/** Half of the streams have times, and half of these are uneven. */
export const timings: readonly Timing[] = ['none', 'even', 'none', 'uneven'];

/** Leaves out frames at random; dt says how many periods lie between those that are left. */
export function thin(rows: Rows, draws: Draws): { frames: Rows; dts: number[] } {
  const frames: Float64Array[] = [];
  const dts: number[] = [];
  let dt = 0;
  for (const row of rows) {
    dt++;
    if (draws.uniform() < LEFT_OUT) continue;
    frames.push(row);
    dts.push(dt);
    dt = 0;
  }
  return { frames, dts };
}

export interface FamilySource {
  readonly group: Group;
  readonly name: string;
  readonly rows: Rows;
  readonly timing: Timing;
  /** What steps and added noise are measured in; null: the sensor's own deviation. */
  readonly unit: number | null;
  /** Changes of each kind. */
  readonly each: number;
}

/** The changes of a stream, each at a frame of its own, none near the end. */
export function createFamily(source: FamilySource, draws: Draws): Family {
  const { group, name, rows, timing, unit, each } = source;
  const thinned = timing === 'uneven' ? thin(rows, draws) : null;
  const frames = thinned?.frames ?? rows;
  const changes: Change[] = [];
  for (const kind of injections) {
    for (let i = 0; i < each; i++) {
      const first = Math.min(1500, frames.length >> 1);
      const at = first + draws.below(frames.length - AFTER - 5 - first);
      const measure = kind === 'shift' || kind === 'noise' ? unit : null;
      changes.push(inject(frames, kind, at, draws, measure));
    }
  }
  const dts = timing === 'even' ? frames.map(() => 1) : thinned?.dts;
  return { group, name, frames, dts, changes };
}
