import type { StreamType } from '../nodes/flow';
import { editorDefaults, type Settings } from './editor-defaults';
import { MAIN } from './stream';

/** The first frames of a stream, for the model of a key. */
export interface Lesson {
  readonly key: string;
  readonly seed: number;
  readonly frames: number;
  /** The sensor `flow` was not read in so many of the last ones. */
  readonly silent?: number;
}

/** What became of a model besides being kept. */
export type Mishap = 'previous' | 'exchange-1' | 'exchange-2' | 'exchange-3' | 'damaged';

/** A psmf node of the flow, and what its models have learned when the fixtures are written. */
export interface NodeCase {
  readonly id: string;
  readonly type: StreamType;
  readonly tab: string;
  /** As the flow file has them in the end, and what was learned with these. */
  readonly settings: Settings;
  readonly lessons: readonly Lesson[];
  /** Where the settings were changed: how the node got there. */
  readonly history?: readonly Phase[];
  readonly mishap?: Mishap;
}

/** What was learned with one version of a node's settings. */
export type Phase = Pick<NodeCase, 'settings' | 'lessons'>;

/** What the editor saves once these settings were changed. */
export const saved = (type: StreamType, changes: Settings = {}): Settings => ({
  ...editorDefaults[type],
  ...changes,
});

export const learn = (frames: number, key = '', seed = MAIN): Lesson => ({ key, seed, frames });

/** The word that stands for a type in ids and tabs. */
export const words = {
  'psmf-filter': 'filter',
  'psmf-impute': 'impute',
  'psmf-changepoint': 'change',
} as const;
