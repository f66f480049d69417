import { Collected, type Row } from '../row';
import { WorkerPair } from '../worker-pair';
import type { Comparison, SectionMaker } from './section';

const MEGABYTE = 2 ** 20;
/** The system gives and takes pages for reasons of its own: less cannot be told from nothing. */
const LEAST_MEGABYTES = 0.5;

/** Every figure needs a process of its own, so each pair of processes gives one round. */
export const createLoadingSection: SectionMaker = (effort) => ({
  title: 'Loading the three nodes, and the resident memory they add',
  parts: effort.loads + effort.footprints,
  async measure(comparison, done) {
    const loading = await measureLoading(comparison, () => done('loading'));
    return [...loading, ...(await measureFootprint(comparison, () => done('resident memory')))];
  },
});

async function measureLoading({ roots, effort }: Comparison, done: () => void): Promise<Row[]> {
  const cpu = new Collected('loading the nodes: CPU time', 'ms', 'time');
  const wall = new Collected('loading the nodes: wall time', 'ms', 'time');
  const memory = new Collected('memory added by loading them', 'MB', 'size', LEAST_MEGABYTES);
  // The first pair brings the files into the cache of the system.
  for (let pair = -1; pair < effort.loads; pair++) {
    const workers = await WorkerPair.openOneByOne(roots, 'loading', {}, pair);
    const [cpuMs, wallMs, bytes] = [
      await workers.read('cpuMs'),
      await workers.read('wallMs'),
      await workers.read('bytes'),
    ];
    await workers.close();
    if (pair < 0) continue;
    cpu.add(cpuMs);
    wall.add(wallMs);
    memory.add(bytes, MEGABYTE);
    done();
  }
  return [cpu, wall, memory].map((row) => row.toRow());
}

async function measureFootprint({ roots, effort }: Comparison, done: () => void): Promise<Row[]> {
  const deployed = new Collected('memory added by deploying one of each', 'MB', 'size', LEAST_MEGABYTES);
  const learned = new Collected(
    'memory added by 10,000 frames of 20 sensors through each',
    'MB',
    'size',
    LEAST_MEGABYTES,
  );
  for (let pair = 0; pair < effort.footprints; pair++) {
    const workers = await WorkerPair.open(roots, 'footprint', {}, pair);
    deployed.add(await workers.read('deployed'), MEGABYTE);
    learned.add(await workers.read('learned'), MEGABYTE);
    await workers.close();
    done();
  }
  return [deployed, learned].map((row) => row.toRow());
}
