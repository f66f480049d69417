import { Collected, type Row } from '../row';
import { WorkerPair } from '../worker-pair';
import type { MemoryTask } from '../worker/memory';
import { MODELS } from '../worker/model-names';
import type { Comparison, SectionMaker } from './section';

const SIZES = [
  { sensors: 8, models: 25 },
  { sensors: 27, models: 15 },
  { sensors: 100, models: 6 },
];
const TASKS = MODELS.flatMap((model) => SIZES.map((size) => ({ model, ...size })));

export const createMemorySection: SectionMaker = () => ({
  title:
    'A model: alive and as the nodes store it, after 500 frames; and the largest it is stored as within the first 400',
  parts: TASKS.length,
  async measure(comparison, done) {
    const rows: Row[] = [];
    for (const task of TASKS) {
      rows.push(...(await measureMemory(comparison, task)));
      done(`memory of ${task.model} ${task.sensors}`);
    }
    return rows;
  },
});

async function measureMemory({ roots, effort }: Comparison, task: Omit<MemoryTask, 'times'>): Promise<Row[]> {
  const name = `${task.model}, ${task.sensors} sensors`;
  const rows = {
    live: new Collected(`${name}, alive`, 'bytes', 'size'),
    stored: new Collected(`${name}, stored`, 'bytes', 'size'),
    mostStored: new Collected(`${name}, stored at most`, 'bytes', 'size'),
  };
  const workers = await WorkerPair.open(roots, 'memory', { ...task, times: effort.memories }, 0);
  for (const [gauge, row] of Object.entries(rows)) row.add(await workers.read(gauge));
  await workers.close();
  return Object.values(rows).map((row) => row.toRow());
}
