import type { ChangeEvent } from '../../change';
import { sharesOf } from '../change-text';
import type { Time, TimeStyle } from '../csv/time';
import { createRowLabel, type RowLabel } from './row-labels';
import { ThinnedSeries } from './thinned-series';

/** Changes that are listed and drawn; the rest is counted. */
const MOST_LISTED = 1000;
/** Sensors with a plot of their own. */
const MOST_PLOTS = 6;

/** A change as the report shows it: of its sensors, the sentence that names the first. */
export interface ListedChange {
  readonly index: number;
  readonly detectedIndex: number;
  readonly delay: number;
  readonly score: number;
  readonly time: string | null;
  readonly detectedAt: string | null;
  readonly sensors: string;
}

/** What the report needs of a run. Its size depends on the number of sensors, not on that of rows. */
export class ChangeRecord {
  readonly names: readonly string[];
  readonly score = new ThinnedSeries();
  readonly listed: ListedChange[] = [];
  rows = 0;
  /** How the file writes times; null where it has none. */
  style: TimeStyle | null = null;
  readonly #times = new ThinnedSeries();
  changes = 0;
  readonly #series: readonly ThinnedSeries[];
  /** Sum over all changes of each sensor's share in them. */
  readonly #involved: Map<string, number>;

  constructor(names: readonly string[]) {
    this.names = names;
    this.#series = names.map(() => new ThinnedSeries());
    this.#involved = new Map(names.map((name) => [name, 0]));
  }

  addRow(readings: Float64Array, score: number, time: Time | null): void {
    this.style = time?.style ?? this.style;
    this.#times.add(time?.ms ?? NaN);
    readings.forEach((reading, j) => this.#series[j].add(reading));
    this.score.add(score);
    this.rows++;
  }

  addChange(event: ChangeEvent, listed: ListedChange): void {
    this.changes++;
    if (this.listed.length < MOST_LISTED) this.listed.push(listed);
    for (const { name, share } of sharesOf(event)) {
      this.#involved.set(name, (this.#involved.get(name) ?? 0) + share);
    }
  }

  /** What stands below the plots: times where the file has them, else rows. */
  get label(): RowLabel {
    return createRowLabel((row) => this.#times.middleAt(row), 0, this.rows - 1, this.style);
  }

  /** The sensors most involved, or all if they are few; the most involved first. */
  get shown(): { readonly name: string; readonly series: ThinnedSeries }[] {
    return this.names
      .map((name, j) => ({ name, series: this.#series[j] }))
      .sort((a, b) => this.#shareOf(b.name) - this.#shareOf(a.name))
      .slice(0, MOST_PLOTS);
  }

  #shareOf(name: string): number {
    return this.#involved.get(name) ?? 0;
  }
}
