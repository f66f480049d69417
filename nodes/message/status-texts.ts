import type { NodeStatus } from 'node-red';
import { FIRST_ALARM } from '../../src/change';
import { shorten } from '../../src/errors';
import { isForgotten } from '../../src/frame/columns';

/** Frames until a model is trusted. */
export const WARM_UP = { filter: 40, impute: 40, change: FIRST_ALARM } as const;

export const learning = (seq: number, of: number): NodeStatus => ({
  fill: 'blue',
  shape: 'dot',
  text: `learning ${Math.min(seq, of)}/${of}`,
});

/** Without those that were let go. */
export const countSensors = (names: readonly string[]): number =>
  names.filter((name) => !isForgotten(name)).length;

export const describeReady = (sensors: number): NodeStatus => ({
  fill: 'green',
  shape: 'dot',
  text: sensors === 1 ? '1 sensor' : `${sensors} sensors`,
});

/** Of a model that has not answered yet. */
export const describeModel = (kind: keyof typeof WARM_UP, seq: number, sensors: number): NodeStatus =>
  seq < WARM_UP[kind] ? learning(seq, WARM_UP[kind]) : describeReady(sensors);

/** How far a fit has come, from 0 to 1. */
export const fitting = (share: number): NodeStatus => ({
  fill: 'blue',
  shape: 'ring',
  text: `fitting ${Math.floor(100 * share)} %`,
});

export const warning = (text: string): NodeStatus => ({ fill: 'yellow', shape: 'dot', text });

/** Longest status text, and longest name in it: they stand below a node in the editor. */
const LONGEST_TEXT = 200;
const LONGEST_SHOWN_NAME = 32;

export const shortenText = (text: string): string => shorten(text, LONGEST_TEXT);

export const shortenName = (name: string): string => shorten(name, LONGEST_SHOWN_NAME);

/** Local time of day, as the editor's user reads it on the wall. */
export const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);

/** What has been counted since the node started, in the order it is shown. */
export interface Counts {
  rejected: number;
  late: number;
  /** Messages that found no room: too many waiting for the saved state, one sensor too many, or no memory. */
  refused: number;
  evicted: number;
  dropped: number;
  /** Messages that were delivered again and bring no time of their own: they may have been learned twice. */
  untimed: number;
}

/** Names the counts that are not 0. */
export const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `, ${count} ${what}`)
    .join('');
