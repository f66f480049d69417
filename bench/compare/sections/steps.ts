import { Collected, type Row } from '../row';
import { WorkerPair } from '../worker-pair';
import type { StepTask } from '../worker/step';
import type { SectionMaker } from './section';

const TASKS: readonly StepTask[] = [
  { sensors: 8, rank: 3 },
  { sensors: 74, rank: 10 },
  { sensors: 505, rank: 10 },
];

export const createStepSection: SectionMaker = (effort) => ({
  title: "A step of the paper's filter (PsmfFilter.learnOne, robust), a fifth of the readings missing",
  parts: TASKS.length * effort.pairs,
  async measure({ roots }, done) {
    const rows: Row[] = [];
    for (const task of TASKS) {
      const name = `${task.sensors} x ${task.rank}`;
      const row = new Collected(name, 'µs', 'time');
      for (let pair = 0; pair < effort.pairs; pair++) {
        const workers = await WorkerPair.open(roots, 'step', task, pair);
        row.add(await workers.measureInTurns('learned', effort));
        await workers.close();
        done(`step ${name}`);
      }
      rows.push(row.toRow());
    }
    return rows;
  },
});
