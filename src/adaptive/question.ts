/** Experts at most. */
const MAX_EXPERTS = 16;

/** What the experts are asked: a sensor's reading, had there been none for `horizon` nominal periods. And what comes of it. */
export class Question {
  /** 0: other sensors were seen; 1: the frame was empty. */
  mode = 0;
  /** floor(log2 horizon), from 0 to 6. */
  bucket = 0;
  /** Whether the sensor is held out, and the state as the window began is to answer. */
  isHeldOut = false;
  horizon = NaN;
  /** What the factor model says, from all the other sensors. */
  modelMean = NaN;
  modelVariance = NaN;
  /** The answer of the expert at hand: its forecast, and what its error counts times; Infinity: it has no part in the mix. */
  forecast = NaN;
  doubt = NaN;
  /** What the simple experts learn: the reading, a spike of it cut back. */
  value = NaN;
  /** The mix: mean, variance; what the variance is calibrated by; where the gap lies between two buckets. */
  mean = NaN;
  variance = NaN;
  ratio = NaN;
  between = NaN;
  /** Of all experts. */
  readonly forecasts = new Float64Array(MAX_EXPERTS);
  readonly doubts = new Float64Array(MAX_EXPERTS);
  readonly errors = new Float64Array(MAX_EXPERTS);
  readonly errorsBelow = new Float64Array(MAX_EXPERTS);
}
