import { defineExpert } from './expert';

/** The last reading. */
export const lastValue = defineExpert({
  name: 'last value',
  forecast(sensor, question) {
    question.forecast = question.isHeldOut ? sensor.startLast : sensor.last;
  },
});
