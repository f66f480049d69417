import { defineExpert } from './expert';
import { clampToRange } from './range';

/** The range seen, widened by this many times its width on either side, holds the forecast. */
const CLAMP = 1;

/** What the coefficients that all sensors share, and the sensor's own offset, say of it. */
export const factorModel = defineExpert({
  name: 'factor model',
  forecast(sensor, question) {
    clampToRange(sensor, question, CLAMP);
  },
});
