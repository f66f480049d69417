import { BUCKETS } from '../layout';
import { defineExpert, type Expert } from './expert';

const DAMPING = 0.9;
const GAIN = 0.3;
/** It has no part in gaps of 32 frames and more. */
const MAX_BUCKET = 4;

/** Entry h: the sum of .9^i for i = 1 to h, for gaps of whole frames; longer and broken ones are computed. */
const dampedFrames = Float64Array.from(
  { length: 257 },
  (_, h) => (DAMPING * (1 - DAMPING ** h)) / (1 - DAMPING),
);

/** The last reading and a damped trend. */
const createTrend = (maxBucket: number): Expert =>
  defineExpert({
    name: 'trend',
    forecast(sensor, question) {
      const h = question.horizon;
      const isTabled = h < dampedFrames.length && h === Math.floor(h);
      const steps = isTabled ? dampedFrames[h] : (DAMPING * (1 - Math.pow(DAMPING, h))) / (1 - DAMPING);
      question.forecast = question.isHeldOut
        ? sensor.startLast + sensor.startTrend * steps
        : sensor.last + sensor.trend * steps;
      if (question.bucket > maxBucket) question.doubt = Infinity;
    },
    learn(sensor, question, { frame }) {
      if (sensor.seen === 0 || sensor.gap !== 0) return;
      const surprise = question.value - sensor.last - sensor.trend * frame.dt;
      sensor.trend += (GAIN * surprise) / Math.max(frame.dt, 1);
    },
    beginWindow(sensor) {
      sensor.startTrend = sensor.trend;
    },
    followShift(sensor) {
      sensor.trend = 0;
    },
  });

export const trend = createTrend(MAX_BUCKET);
/** The same with a part in every gap. */
export const longTrend = createTrend(BUCKETS);
