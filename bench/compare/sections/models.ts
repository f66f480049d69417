import { Collected, type Row } from '../row';
import { WorkerPair } from '../worker-pair';
import { MODELS, type ModelName } from '../worker/model-names';
import type { Comparison, SectionMaker } from './section';

const SENSORS = [8, 20, 27, 100, 500];
/** A model may do more in some frames than in others, in windows of up to 127: a round should hold one. */
const LEAST_FRAMES = 128;

const TASKS = MODELS.flatMap((model) => SENSORS.map((sensors) => ({ model, sensors })));

export const createModelSection: SectionMaker = (effort) => ({
  title:
    'A frame of each model with default options, past its start-up: learned, and late (answered and not learned)',
  parts: TASKS.length * effort.pairs,
  async measure(comparison, done) {
    const rows: Row[] = [];
    for (const { model, sensors } of TASKS) {
      rows.push(...(await measureModel(comparison, model, sensors, () => done(`${model} ${sensors}`))));
    }
    return rows;
  },
});

async function measureModel(
  { roots, effort }: Comparison,
  model: ModelName,
  sensors: number,
  done: () => void,
): Promise<Row[]> {
  const name = `${model}, ${sensors} sensors`;
  const learned = new Collected(`${name}, learned`, 'µs', 'time');
  const learnedGarbage = new Collected(`${name}, learned: garbage`, 'bytes', 'size');
  const late = new Collected(`${name}, late`, 'µs', 'time');
  const lateGarbage = new Collected(`${name}, late: garbage`, 'bytes', 'size');
  for (let pair = 0; pair < effort.pairs; pair++) {
    const workers = await WorkerPair.open(roots, 'model', { model, sensors }, pair);
    learned.add(await workers.measureInTurns('learned', { ...effort, leastFrames: LEAST_FRAMES }));
    learnedGarbage.add(await workers.read('learnedGarbage'));
    late.add(await workers.measureInTurns('late', effort));
    lateGarbage.add(await workers.read('lateGarbage'));
    await workers.close();
    done();
  }
  return [learned, learnedGarbage, late, lateGarbage].map((row) => row.toRow());
}
