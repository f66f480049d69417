import { Progress } from '../progress';
import { table } from '../table';
import { endureAll, type Extent, type Ordeal } from './run';
import { SCENARIOS } from './scenarios';
import { endureWildSettings } from './wild';

const WILD_FILTERS = { full: 40_000, small: 1000 };
const WILD_SEED = 7;

export interface Ordeals {
  readonly node: string;
  readonly ordeals: readonly Ordeal[];
  /** Filters of any settings, and what broke in them. */
  readonly wild: { readonly filters: number; readonly failures: readonly string[] };
}

export function torture(extent: Extent): Ordeals {
  const progress = new Progress(SCENARIOS.length + 1);
  const ordeals = SCENARIOS.flatMap((scenario) => {
    progress.begin(scenario.name);
    const results = endureAll(scenario, extent);
    progress.advance();
    return results;
  });
  progress.begin('settings of any size');
  const filters = WILD_FILTERS[extent];
  const failures = endureWildSettings(filters, WILD_SEED);
  progress.clear();
  return { node: process.version, ordeals, wild: { filters, failures } };
}

export function formatOrdeals({ node, ordeals, wild }: Ordeals): string {
  const failures = [...ordeals.flatMap(({ failure }) => failure ?? []), ...wild.failures];
  return [
    `Torture, node ${node}: finite numbers, semidefinite P and V, and an error of the predictions within its bound`,
    "(in units of the clean signal's standard deviation, or of its root mean square: bench/torture/scenarios.ts).",
    '',
    table(
      ['scenario', 'model', 'dynamics', 'frames', 'error', 'bound', ''],
      ordeals.map(({ scenario, model, dynamics, frames, error, bound, failure }) => [
        ...[scenario, model, dynamics, String(frames), error.toPrecision(2), String(bound)],
        failure === undefined ? 'pass' : `FAILED ${failure}`,
      ]),
    ),
    '',
    `Settings of any size: ${wild.filters} filters, ${wild.failures.length} broken.`,
    ...wild.failures,
    failures.length === 0 ? 'Nothing broke.' : `${failures.length} broke.`,
  ].join('\n');
}
