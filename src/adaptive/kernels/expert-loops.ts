import type { Filter } from '../filter';
import type { Sensor } from '../sensor';

/** Calls of all experts, in the order of the table. */
export interface ExpertCalls {
  /** Every expert's forecast and doubt; those after the first find its forecast in `question.forecast`. */
  ask(this: void, filter: Filter, sensor: Sensor): void;
  /** The sensor has a reading, or has none: every expert finds its own forecast in `question.forecast`. */
  learn(this: void, filter: Filter, sensor: Sensor): void;
  miss(this: void, filter: Filter, sensor: Sensor): void;
}

export const expertLoops: ExpertCalls = {
  ask(filter, sensor) {
    const { question, variant } = filter;
    const { forecasts, doubts } = question;
    variant.experts.forEach((expert, e) => {
      question.forecast = e === 0 ? question.modelMean : forecasts[0];
      question.doubt = 1;
      expert.forecast(sensor, question, filter);
      forecasts[e] = question.forecast;
      doubts[e] = question.doubt;
    });
  },
  learn(filter, sensor) {
    filter.variant.experts.forEach((expert, e) => {
      filter.question.forecast = filter.question.forecasts[e];
      expert.learn(sensor, filter.question, filter);
    });
  },
  miss(filter, sensor) {
    filter.variant.experts.forEach((expert, e) => {
      filter.question.forecast = filter.question.forecasts[e];
      expert.miss(sensor, filter.question, filter);
    });
  },
};
