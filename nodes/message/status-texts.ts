import type { NodeStatus } from 'node-red';
import { shorten } from '../../src/errors';
import { isForgotten } from '../../src/frame/columns';

/** Frames until an estimate is trusted. */
export const WARM_UP = 40;

/** Puts a status into the words of a language; `key` stands under `status` in the labels of the nodes. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** A status before it is put into words. */
export interface Shown extends Pick<NodeStatus, 'fill' | 'shape'> {
  readonly text: (say: Say) => string;
}

export const learning = (seq: number, of: number): Shown => ({
  fill: 'blue',
  shape: 'dot',
  text: (say) => say('learning', { seq: Math.min(seq, of), of }),
});

/** Without those that were let go. */
export const countSensors = (names: readonly string[]): number =>
  names.filter((name) => !isForgotten(name)).length;

export const describeReady = (sensors: number): Shown => ({
  fill: 'green',
  shape: 'dot',
  text: (say) => (sensors === 1 ? say('sensor') : say('sensors', { sensors })),
});

/** Of a model that has not answered yet. */
export const describeModel = (warmUp: number, seq: number, sensors: number): Shown =>
  seq < warmUp ? learning(seq, warmUp) : describeReady(sensors);

/** How far a fit has come, from 0 to 1. */
export const fitting = (share: number): Shown => ({
  fill: 'blue',
  shape: 'ring',
  text: (say) => say('fitting', { percent: Math.floor(100 * share) }),
});

export const warning = (text: Shown['text']): Shown => ({ fill: 'yellow', shape: 'dot', text });

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
export const describeCounts = (counts: Counts, say: Say): string =>
  Object.entries<number>({ ...counts })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `, ${say(what, { count })}`)
    .join('');
