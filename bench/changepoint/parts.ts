import { ablate } from './ablation';
import { competitors, type Competitor } from './competitors';
import { runDrifts } from './drift';
import { runFaults } from './faults';
import { runLiving } from './living/run';
import { alarmsOf } from './matching';
import { contestWithPelt } from './pelt-contest';
import { runPlants } from './plants';
import { runRates } from './rates';
import type { MethodResult, Results } from './results';
import { alarmBlindly, runSkab } from './skab';
import { costsByLength, costsBySensors } from './step-cost';
import { runSynthetic } from './synthetic';

export interface Extent {
  /** Folder of the recordings; undefined: only what needs none. */
  readonly data: string | undefined;
  /** Streams of each kind. */
  readonly sets: number;
  readonly quick: boolean;
}

type Part = (extent: Extent) => Partial<Results>;

function runMethod(competitor: Competitor, { data, sets, quick }: Extent): MethodResult {
  const find = (frames: readonly (readonly number[])[]) =>
    alarmsOf(competitor.create(frames[0].length, 'normal'), frames);
  const isOurs = competitor === competitors[0];
  return {
    name: competitor.name,
    sets,
    kinds: runSynthetic(competitor, sets),
    skab: data === undefined ? null : runSkab(find, data),
    living: (isOurs && !quick ? (['normal', 'low'] as const) : (['normal'] as const)).map((sensitivity) =>
      runLiving(competitor, sensitivity, data, { seeds: competitor.seeds }),
    ),
  };
}

const methods = Object.fromEntries(
  competitors.map((competitor): [string, Part] => [
    competitor.key,
    (extent) => ({ methods: { [competitor.key]: runMethod(competitor, extent) } }),
  ]),
);

/** What is measured of the default method alone; the cost first, while nothing else lives that could be collected meanwhile. */
const ours: Readonly<Record<string, Part>> = {
  costs: ({ quick }) => {
    const byLength = costsByLength(quick);
    return { costs: { byLength, bySensors: costsBySensors(), contest: contestWithPelt(quick) } };
  },
  [competitors[0].key]: (extent) => ({
    ...methods[competitors[0].key](extent),
    blind: extent.data === undefined ? null : runSkab(alarmBlindly, extent.data),
  }),
  faults: () => ({ faults: runFaults() }),
  drift: ({ data }) => ({ drifts: runDrifts(data) }),
  rates: ({ data }) => ({ rates: runRates(data) }),
  plants: ({ data }) => ({ plants: runPlants(data) }),
  ablation: ({ data }) => ({ ablation: ablate(data) }),
};

/** Parts of the bench by name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = { ...ours, ...methods, ...ours };

/** Names that stand for several parts. */
const together: Readonly<Record<string, readonly string[]>> = { ours: Object.keys(ours) };

export const partNames = [...Object.keys(together), ...Object.keys(parts)];

/** The parts that a list such as "calibrated,faults" names, in their order; or the name that there is none of. */
export function readParts(list: string | undefined): readonly string[] | { readonly unknown: string } {
  if (list === undefined) return Object.keys(parts);
  const names = list.split(',').flatMap((name) => together[name.trim()] ?? [name.trim()]);
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) return { unknown };
  return Object.keys(parts).filter((name) => names.includes(name));
}
