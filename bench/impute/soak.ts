import { AdaptiveModel } from '../../src';
import { collectGarbage } from '../speed/heap';
import type { Verdict } from './bars';
import { Plant } from './plant';

const SENSORS = 8;
const SEED = 3;
/** The mixing changes after this share of the frames. */
const CHANGE = 0.9;
/** Frames the new mixing may take to be learned, and those before the change and after these that are compared. */
const LEARNED_AFTER = 500;
const COMPARED = 500;
const MOST_ERROR = 1.25;
const MOST_GROWTH = 100_000;

export interface Soak {
  readonly frames: number;
  /** Frames in which an estimate was not a number. */
  readonly broken: number;
  /** Leave-one-out errors, in standard deviations of the sensors: before the change, in the frame after, and once learned. */
  readonly before: number;
  readonly justAfter: number;
  readonly learned: number;
  /** Bytes of memory in use at the end, over those after a tenth of the frames. */
  readonly growth: number;
}

/** A long stream of 8 sensors whose mixing changes late: does the model still run, still fit, and still learn? */
export function soak(frames: number, measureMemory: () => number): Soak {
  const plant = new Plant(SENSORS, SEED);
  const model = new AdaptiveModel({ sensors: SENSORS });
  const readings = new Float64Array(SENSORS);
  const change = Math.round(CHANGE * frames);
  let broken = 0;
  let early = 0;
  const run = (from: number, to: number): number => {
    let squares = 0;
    for (let k = from; k < to; k++) {
      if (k === change) plant.rewire();
      if (k === Math.round(frames / 10)) early = measureMemory();
      plant.write(readings);
      model.learnOne(readings);
      const { mean, sd } = model.estimates;
      let sound = true;
      for (let j = 0; j < SENSORS; j++) {
        squares += (readings[j] - mean[j]) ** 2;
        sound &&= k === 0 || (Number.isFinite(mean[j]) && Number.isFinite(sd[j]));
      }
      if (!sound) broken += 1;
    }
    return Math.sqrt(squares / ((to - from) * SENSORS));
  };
  run(0, change - COMPARED);
  const before = run(change - COMPARED, change);
  const justAfter = run(change, change + 50);
  run(change + 50, change + LEARNED_AFTER);
  const learned = run(change + LEARNED_AFTER, change + LEARNED_AFTER + COMPARED);
  run(change + LEARNED_AFTER + COMPARED, frames);
  return { frames, broken, before, justAfter, learned, growth: measureMemory() - early };
}

/** Bytes of the heap and of typed arrays; a second collection frees the arrays whose owners went in the first. */
export function memoryInUse(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export const judgeSoak = ({ frames, broken, before, learned, growth }: Soak): Verdict[] => [
  {
    what: `${frames} frames: estimates that are not numbers`,
    bar: 'none',
    measured: `${broken}`,
    met: broken === 0,
  },
  {
    what: `a new mixing after ${CHANGE * frames} frames, ${LEARNED_AFTER} frames later`,
    bar: `<= ${MOST_ERROR} x the error before`,
    measured: (learned / before).toFixed(3),
    met: learned <= MOST_ERROR * before,
  },
  {
    what: 'memory at the end over that after a tenth',
    bar: `<= ${MOST_GROWTH} bytes more`,
    measured: `${growth}`,
    met: growth <= MOST_GROWTH,
  },
];

const MODELS = 20;
const WIDE = 100;
const PAST_START_UP = 400;
const MOST_BYTES = 4096;

/** Bytes a sensor takes once start-up is over: everything that 20 models of 100 sensors keep alive, divided by 2,000. */
export function memoryPerSensor(): number {
  const plant = new Plant(WIDE, SEED);
  const frames = Array.from({ length: PAST_START_UP }, () => {
    const frame = new Float64Array(WIDE);
    plant.write(frame);
    return frame;
  });
  const models: AdaptiveModel[] = [];
  const before = memoryInUse();
  for (let i = 0; i < MODELS; i++) {
    const model = new AdaptiveModel({ sensors: WIDE });
    for (const frame of frames) model.learnOne(frame);
    models.push(model);
  }
  const sensors = models.reduce((sum, model) => sum + model.sensors, 0);
  const bytes = memoryInUse() - before;
  return models.every(({ seq }) => seq === PAST_START_UP) ? bytes / sensors : NaN;
}

export const judgeMemory = (bytes: number): Verdict => ({
  what: 'memory per sensor after start-up',
  bar: `<= ${MOST_BYTES} bytes`,
  measured: bytes.toFixed(0),
  met: bytes <= MOST_BYTES,
});
