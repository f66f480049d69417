import type { Verdict } from './bars';

/** One part of the report, for the terminal and for the page alike. */
export interface Section {
  readonly title: string;
  readonly text: readonly string[];
  readonly names?: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
  /** The plot that belongs to it. */
  readonly plot?: 'errors' | 'ablation';
}
