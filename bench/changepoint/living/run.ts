import type { Sensitivity } from '../../../src';
import type { Competitor } from '../competitors';
import { runSteady, type SteadyResult } from '../steady';
import type { ChangeEvent } from '../../../src';
import { injectRecordings } from './recordings';
import { createScores, follow, summarise, WITHIN, type GroupSummaries } from './score';
import { simulate } from './simulated';

/** Seeds of the streams: none was used to choose a constant. */
export const SEEDS = [701, 702, 703] as const;
const STEADY_SEED = 90_000;

export interface LivingResult {
  readonly name: string;
  readonly sensitivity: Sensitivity;
  readonly groups: GroupSummaries;
  readonly steady: SteadyResult;
  /** Of the hits of shift, noise, relation and gain: the first sensor named is one that shows the change. */
  readonly hits: number;
  readonly rightFirst: number;
}

/** Which streams: the seeds, and every how many-th of the simulated ones. */
export interface Choice {
  readonly seeds?: readonly number[];
  readonly everyNth?: number;
}

/** One method at one sensitivity on rhythms, wandering causes, recordings (where there are some) and steady plants. */
export function runLiving(
  competitor: Competitor,
  sensitivity: Sensitivity,
  data: string | undefined,
  { seeds = SEEDS, everyNth = 1 }: Choice = {},
): LivingResult {
  const scores = createScores();
  let hits = 0;
  let rightFirst = 0;
  const contender = {
    name: competitor.name,
    create: (sensors: number) => competitor.create(sensors, sensitivity),
    copy: competitor.copy,
  };
  for (const seed of seeds) {
    for (const streams of [simulate(seed), data === undefined ? [] : injectRecordings(data, seed)]) {
      let streamsSeen = 0;
      for (const family of streams) {
        if (family.group !== 'real' && streamsSeen++ % everyNth !== 0) continue;
        const result = follow(contender, family);
        scores[family.group].add(result);
        family.changes.forEach(({ kind, at, showing }, i) => {
          if (kind === 'stuck') return;
          const hit = result.answers[i].find(({ detectedIndex }) => detectedIndex <= at + WITHIN[0]);
          if (hit === undefined) return;
          hits++;
          if (showing.includes(leading(hit))) rightFirst++;
        });
      }
    }
  }
  const steady = runSteady(contender.create, STEADY_SEED);
  return { name: competitor.name, sensitivity, groups: summarise(scores), steady, hits, rightFirst };
}

const leading = ({ sensors }: ChangeEvent): number => (sensors.length === 0 ? -1 : Number(sensors[0].name));
