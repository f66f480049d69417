import { defineExpert } from './expert';

/** Readings the mean remembers, and those after which it takes no step beyond 5 scales. */
const MEMORY = 1000;
const CLIP_AFTER = 20;
const CLIP_AT = 5;

/** The mean of the readings. */
export const runningMean = defineExpert({
  name: 'running mean',
  forecast(sensor, question) {
    question.forecast = sensor.mean;
  },
  learn(sensor, question) {
    const seen = sensor.seen + 1;
    let move = question.value - sensor.mean;
    if (seen >= CLIP_AFTER) move = Math.min(Math.max(move, -CLIP_AT), CLIP_AT);
    sensor.mean += (1 / Math.min(seen, MEMORY)) * move;
  },
});
