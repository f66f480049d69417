import type { Coverage } from '../ensemble/hidden-errors';
import type { MeasuredFill } from '../ensemble/measured-fill';
import type { Kind } from './kind';

/** What a model has measured of its fills, by sensor. */
export interface Measured {
  readonly coverage: Coverage;
  readonly kinds: readonly Kind[];
  fill(j: number): MeasuredFill;
  /** How much of its movement a sensor shares with another, from 0 to 1. */
  sharedMovement(j: number, other: number): number;
  /** The length of the rhythm that moves a sensor, in ms; null: none does. */
  rhythm(j: number): number | null;
}
