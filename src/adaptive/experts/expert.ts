import type { FilterNumbers } from '../filter-numbers';
import type { Question } from '../question';
import type { Sensor } from '../sensor';

/** One of the forecasts that are mixed for a missing sensor. What it remembers of a sensor is declared in state.ts. */
export interface Expert {
  readonly name: string;
  /** Puts its answer into `question.forecast`, which holds the factor model's, and its `doubt`, which is 1. */
  forecast(sensor: Sensor, question: Question, filter: FilterNumbers): void;
  /**
   * Takes in the reading: `question.value` has spikes cut back, `question.forecast` is its own. The readings seen, the last of
   * them, their range and the gap are still those before it.
   */
  learn(sensor: Sensor, question: Question, filter: FilterNumbers): void;
  /** The sensor had no reading; its own forecast is in `question.forecast`. */
  miss(sensor: Sensor, question: Question, filter: FilterNumbers): void;
  /** A frame in which the sensor is held out, and others are seen. */
  followHeldOut(sensor: Sensor, filter: FilterNumbers): void;
  /** A window of the held-out group begins: keeps what forecasts are to start from. */
  beginWindow(sensor: Sensor, filter: FilterNumbers): void;
  /** As before any reading; and free to learn again, what was learned holding no more. */
  start(sensor: Sensor, filter: FilterNumbers): void;
  reopen(sensor: Sensor, filter: FilterNumbers): void;
  /** The sensor's level has shifted for good, its location with it: z has gone back, what came between was on the way. */
  followShift(sensor: Sensor): void;
  /** A frame with readings has been learned. */
  finishFrame(filter: FilterNumbers): void;
  /** A sensor has joined as the last. */
  join(filter: FilterNumbers): void;
  /** Another sensor has taken the place of this one, of which nothing is known. */
  replace(sensor: Sensor, filter: FilterNumbers): void;
  /** The sensor has taken new units, z -> k z; its own fields have been rescaled. */
  rescale(sensor: Sensor, k: number, filter: FilterNumbers): void;
}

const nothing = (): void => undefined;

const silent: Omit<Expert, 'name' | 'forecast'> = {
  learn: nothing,
  miss: nothing,
  followHeldOut: nothing,
  beginWindow: nothing,
  start: nothing,
  reopen: nothing,
  followShift: nothing,
  finishFrame: nothing,
  join: nothing,
  replace: nothing,
  rescale: nothing,
};

/** An expert with nothing to do where it has no method. All have one shape, methods in one order: among five V8 would look up each call. */
export const defineExpert = (methods: Pick<Expert, 'name' | 'forecast'> & Partial<Expert>): Expert => ({
  ...silent,
  ...methods,
});
