import type { Roots } from '../worker-pair';
import type { Effort } from '../effort';
import type { Row } from '../row';

/** What is compared. */
export interface Comparison {
  readonly roots: Roots;
  /** The full hash of the base. */
  readonly commit: string;
  /** That of the candidate; null for the work tree. */
  readonly candidateCommit: string | null;
  readonly effort: Effort;
}

/** A part of the table. */
export interface Section {
  readonly title: string;
  /** Steps of the progress bar. */
  readonly parts: number;
  measure(comparison: Comparison, done: (what: string) => void): Promise<Row[]>;
}

export type SectionMaker = (effort: Effort) => Section;
