import { basename, join } from 'node:path';
import { prepareBase } from '../compare/base';
import { importFrom } from '../compare/worker/build';
import { loadSet, type SetName } from './data-sets';
import { Progress } from '../progress';
import type { AdaptiveTimes } from '../speed/adaptive';
import { timeAdaptive } from '../speed/adaptive';
import { FULL, QUICK } from '../speed/timing';
import { ablate, type Ablation } from './ablation';
import { runCells, type CellResult } from './against-before';
import { plantCells, recordingCells, type MaskedTable } from './cells';
import { compareMethods, type Comparison, type Tables } from './comparison';
import { contaminate, contaminatedSets, type Contaminated } from './contamination';
import { events, surviveEvents, type EventResult } from './events';
import { fillAgain, type HindsightCell } from './hindsight';
import type { ImputeOptions, Part } from './options';
import { ablateParts, type PartAblation } from './part-ablation';
import { memoryInUse, memoryPerSensor, soak, type Soak } from './soak';

/** Plants and their masks, about: for the progress bar. */
const PLANT_CELLS = 17;
const EVENT_SEEDS = { full: 40, quick: 5 } as const;
const SOAK_FRAMES = { full: 1_000_000, quick: 50_000 } as const;

/** What was measured; a part that was not run is absent. */
export interface ImputeResults {
  readonly node: string;
  readonly cells?: readonly CellResult[];
  readonly parts?: readonly PartAblation[];
  readonly comparison?: Comparison;
  readonly contaminated?: readonly Contaminated[];
  readonly ablation?: readonly Ablation[];
  readonly hindsight?: readonly HindsightCell[];
  readonly events?: readonly EventResult[];
  readonly soak?: Soak;
  readonly bytesPerSensor?: number;
  readonly speed?: AdaptiveTimes;
}

/** Runs the parts asked for. Times first, while the process is fresh. */
export async function measureImputation(options: ImputeOptions): Promise<ImputeResults> {
  const { quick, seeds, patterns, paper } = options;
  const wants = (part: Part): boolean => options.parts.includes(part);
  const extent = quick ? 'quick' : 'full';
  const progress = new Progress(countParts(options));
  const step = <T>(label: string, measure: () => T): T => {
    progress.begin(label);
    const result = measure();
    progress.advance();
    return result;
  };
  const speed = wants('speed')
    ? step('time of a frame', () => timeAdaptive(quick ? QUICK : FULL, quick))
    : undefined;
  const bytesPerSensor = wants('soak') ? step('memory', memoryPerSensor) : undefined;
  const soaked = wants('soak') ? step('soak', () => soak(SOAK_FRAMES[extent], memoryInUse)) : undefined;
  const survived = wants('events') ? surviveEvents(EVENT_SEEDS[extent], progress) : undefined;
  const tables = await loadTables(options);
  const cells = wants('cells') ? await compareCells(options, tables, progress) : undefined;
  const parts = wants('parts')
    ? await ablateParts(chooseCells({ ...options, seeds: 1 }, tables), options.kept, progress)
    : undefined;
  const comparison = wants('comparison')
    ? compareMethods(tables, patterns, seeds, paper, progress)
    : undefined;
  const contaminated = wants('contaminated') ? contaminate(tables, seeds, progress) : undefined;
  const ablation = wants('ablation') ? ablate(tables, patterns, progress) : undefined;
  const hindsight = wants('hindsight') ? fillAgain(tables, patterns, progress) : undefined;
  progress.clear();
  const node = process.version;
  return {
    node,
    cells,
    parts,
    comparison,
    contaminated,
    ablation,
    hindsight,
    events: survived,
    soak: soaked,
    bytesPerSensor,
    speed,
  };
}

function countParts({ parts, sets, patterns, seeds }: ImputeOptions): number {
  const counts: Record<Part, number> = {
    cells: 2 * sets.length * patterns.length * seeds + PLANT_CELLS,
    parts: 2 * sets.length * patterns.length + PLANT_CELLS,
    comparison: sets.length * patterns.length * seeds,
    contaminated: contaminatedSets(sets).length * seeds,
    ablation: sets.length * patterns.length,
    hindsight: sets.length * patterns.length,
    events: Object.keys(events).length,
    soak: 2,
    speed: 1,
  };
  return parts.reduce((sum, part) => sum + counts[part], 0);
}

/** Recordings and plants, as far as they were asked for. */
function chooseCells(
  { data, patterns, seeds, plants, only, slice: [turn, turns] }: ImputeOptions,
  tables: Tables,
): MaskedTable[] {
  const all = [
    ...(data === null ? [] : plantCells(join(data, 'plants'))),
    ...plants.flatMap((folder) => plantCells(folder, ` (${basename(folder)})`)),
    ...recordingCells(tables, patterns, seeds),
  ];
  return all.filter(({ name }) => name.includes(only)).filter((_, i) => i % turns === turn - 1);
}

/** Each cell beside the same of the commit before, where one is named. */
async function compareCells(
  options: ImputeOptions,
  tables: Tables,
  progress: Progress,
): Promise<CellResult[]> {
  const { before, kept } = options;
  const base = before === null ? null : prepareBase(process.cwd(), before);
  if (typeof base === 'string') throw new Error(base);
  const old = base && { commit: base.commit, Model: importFrom(base.root, 'ImputeModel') };
  return runCells(chooseCells(options, tables), old, kept, progress);
}

async function loadTables({ data, sets }: ImputeOptions): Promise<Tables> {
  const tables = new Map<SetName, Awaited<ReturnType<typeof loadSet>>>();
  if (data !== null) for (const set of sets) tables.set(set, await loadSet(data, set));
  return tables;
}
