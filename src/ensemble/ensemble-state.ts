import type { AdaptiveConfig } from '../adaptive/options';
import type { StoredDelays } from './block-delays';
import type { PackedErrors } from './hidden-errors';
import type { Numbers } from './numbers';
import type { Rhythm } from './rhythm-clock';
import type { Stack } from './stack';

/** Which rhythms are learned, and where days begin. */
export interface RhythmSettings {
  readonly rhythm: Rhythm;
  readonly timeZone: string;
}

export interface EnsembleOptions extends RhythmSettings {
  readonly config: AdaptiveConfig;
  readonly sensors: number;
  /** Whether the last frames are kept, and how hidden readings were filled: to fill gaps once more. False where absent. */
  readonly hindsight?: boolean;
  /** Another stack than the usual one: to measure what its parts are worth. */
  readonly createStack?: (sensors: number) => Stack;
}

/** What the ensemble's numbers mean, beside what the model's mean. */
export interface EnsembleMeta extends RhythmSettings {
  /** The usual time between frames as the challengers began; null: no times; absent: they have not begun. */
  readonly frameMs?: number | null;
  readonly blocks?: readonly (readonly number[])[];
  /** Frames of the period that was found in a stream without times; null: none yet; absent: none is looked for. */
  readonly period?: number | null;
  /** Rhythms that take more frames to show are no inputs of the regressions; absent: all of them are, as stored before. */
  readonly remembered?: number;
  /** Which sensors follow others some frames later; absent: stored before that was looked for. */
  readonly delays?: readonly StoredDelays[];
  readonly lastTime: number | null;
  readonly advancing: number;
  /** Frames kept to choose blocks from; absent: none. */
  readonly early?: number;
  /** How fills of hidden readings fared; absent: none were measured. */
  readonly hidden?: PackedErrors;
  /** That the votes of the stack's blocks are among the numbers; absent: stored before there were any. */
  readonly votes?: true;
  /** That the seasons as the window began are among them; absent: stored before they were kept. */
  readonly seasons?: true;
}

export interface EnsembleState {
  readonly model: Float64Array;
  readonly meta: EnsembleMeta;
  readonly data: Float64Array;
}

/** The same while its numbers are still in the arrays of the model. */
export interface EnsembleParts {
  readonly model: readonly Numbers[];
  readonly meta: EnsembleMeta;
  readonly data: readonly Numbers[];
}
