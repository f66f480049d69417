/** The colours of the page's style sheet: `--NAME` there. */
export type Colour = 'soft' | 'accent' | 'truth' | 'ink' | `m-${string}`;

/** What is drawn over the columns of a plot; null where there is no number. */
export interface PlotLine {
  readonly label: string;
  /** An area reaches from `lower` to `values`. */
  readonly kind: 'line' | 'dots' | 'area' | 'bars';
  readonly colour: Colour;
  readonly width?: number;
  readonly values: readonly (number | null)[];
  readonly lower?: readonly (number | null)[];
}

/** A plot of a report, which the script of its page draws. */
export interface Plot {
  readonly height: number;
  /** Where the columns stand, rising, and what is written below each. */
  readonly x: readonly number[];
  readonly labels: readonly string[];
  /** Every column has its label below it; else as many as there is room for, the rest shown at the pointer. */
  readonly isNamed: boolean;
  /** What the plot shows of the values. */
  readonly range: readonly [number, number];
  readonly lines: readonly PlotLine[];
  /** A broken line across the plot; null: none. */
  readonly level: number | null;
  /** Upright lines at these x. */
  readonly began: readonly number[];
  readonly found: readonly number[];
}
