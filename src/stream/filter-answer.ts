import type { Estimate } from '../filter/predict';
import { createHead, type Draft, type Engine } from './engine';
import type { Answer } from './stream-model';

/** Readings some frames ahead, by column. */
export interface ForecastFrame {
  readonly steps: number;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
}

export interface FilterAnswer extends Answer {
  /** The signal behind the readings, of a sensor that was not read its estimate; and its standard deviation. */
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /**
   * Of a sensor that was read. The paper's models: reading less mean. The adaptive one: reading less what the other sensors
   * say of it, in standard deviations of that.
   */
  readonly residual: Float64Array;
  readonly outliers: readonly string[];
  readonly features: ArrayLike<number>;
  /** The next frames, nearest first; empty for horizon 0. */
  readonly forecast: readonly ForecastFrame[];
}

/** An engine that can look ahead. */
export interface FilterEngine extends Engine<FilterAnswer> {
  /** The next h frames; empty while it has too little to go by. Changes nothing. */
  forecast(h: number): readonly ForecastFrame[];
}

export const createFilterAnswer = (sensors: number): Draft<FilterAnswer> => ({
  ...createHead(),
  mean: new Float64Array(sensors).fill(NaN),
  sd: new Float64Array(sensors).fill(NaN),
  residual: new Float64Array(sensors).fill(NaN),
  outliers: [],
  features: [],
  forecast: [],
});

export const forecastOf = (estimates: readonly Estimate[]): ForecastFrame[] =>
  estimates.map(({ mean, variance }, i) => ({ steps: i + 1, mean, sd: variance.map(Math.sqrt) }));
