import { cpuTime } from './cpu-time';
import { garbagePerFrame } from './garbage';
import type { ModelName } from './model-names';
import { serve } from './serve';
import { createPool, Stream } from './stream';

export interface ModelTask {
  readonly model: ModelName;
  readonly sensors: number;
}

/** Frames after which every filter of the start-up has been built. */
const START_UP = 450;

/** A frame of a stream model, learned and late. */
serve<ModelTask>((root, { model, sensors }) => {
  const stream = new Stream(root, model, createPool(sensors));
  stream.learn(START_UP);
  stream.check();
  const learn = (count: number): void => stream.learn(count);
  const answerLate = (count: number): void => stream.answerLate(count);
  return {
    timed: {
      learned: (count) => cpuTime(() => learn(count)),
      late: (count) => cpuTime(() => answerLate(count)),
    },
    gauges: {
      learnedGarbage: () => garbagePerFrame(learn),
      lateGarbage: () => garbagePerFrame(answerLate),
    },
  };
});
