import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { DriftResult } from './drift';
import type { FaultResult } from './faults';
import type { LivingResult } from './living/run';
import type { PlantResult } from './plants';
import type { RateResult } from './rates';
import type { SkabResult } from './skab';
import type { Costs } from './step-cost';
import type { KindResult } from './synthetic';

/** One method on all streams. */
export interface MethodResult {
  readonly name: string;
  /** On the seeded streams of steady plants, `sets` of each kind. */
  readonly sets: number;
  readonly kinds: readonly KindResult[];
  readonly skab: SkabResult | null;
  /** On plants that live, at normal sensitivity; the default method also at low. */
  readonly living: readonly LivingResult[];
}

/** All that was found; a part that was not run is absent. */
export interface Results {
  /** By key of the competitor. */
  readonly methods: Readonly<Record<string, MethodResult>>;
  /** An alarm now and then, whatever the data. */
  readonly blind?: SkabResult | null;
  readonly costs?: Costs;
  readonly ablation?: readonly LivingResult[];
  readonly faults?: readonly FaultResult[];
  readonly drifts?: readonly DriftResult[];
  readonly rates?: readonly RateResult[];
  readonly plants?: readonly PlantResult[];
}

/** JSON has no NaN. */
const NOT_A_NUMBER = 'NaN';

export const write = (results: Results): string =>
  `${JSON.stringify(results, (_, value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value), 1)}\n`;

export const read = (text: string): Results =>
  JSON.parse(text, (_, value: unknown) => (value === NOT_A_NUMBER ? NaN : value)) as Results;

/** What earlier runs found. */
export const readKept = (file: string): Results =>
  existsSync(file) ? read(readFileSync(file, 'utf8')) : { methods: {} };

export const keep = (file: string, results: Results): void => writeFileSync(file, write(results));

/** Those of a run in place of those kept. */
export const join = (kept: Results, found: Partial<Results>): Results => ({
  ...kept,
  ...found,
  methods: { ...kept.methods, ...found.methods },
});
