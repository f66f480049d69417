/** Scalars at the head of the flat array. Doubles live here and not in arguments, where V8 would box them. */
export const scalar = {
  /** State of the generator that draws dictionary rows. */
  seed: 0,
  /** Frames with a reading since the filter was built. */
  learned: 1,
  /** G, the number of groups the shadow outage goes round. */
  groups: 2,
  /** The shadow outage: frames into the window (0: none yet), its length, its number, and the time since its start. */
  windowFrames: 3,
  windowLength: 4,
  windowIndex: 5,
  windowTime: 6,
  /** The sensor whose companions are looked over next. */
  visited: 7,
  /** Of the frame being learned: dt, the observed sensors, and whether anyone will see the estimates. */
  dt: 8,
  observed: 9,
  live: 10,
  /** Scratch of single pieces. */
  horizon: 11,
  /** Mean and variance of the blended experts. */
  blendMean: 12,
  blendVariance: 13,
  /** Scalars on their way into and out of the packed kernels. */
  dot: 14,
  quadratic: 15,
  share: 16,
  noise: 17,
  target: 18,
  factor: 19,
  /** Where a gap lies between two buckets: the share of the upper one. */
  between: 20,
} as const;
export const SCALARS = 21;
/** The scalars that are state; the others describe the last frame. */
export const STATE_SCALARS = 8;

/** One sensor's scalars, relative to the start of its record. z stands for (reading - location) / scale. */
export const sensor = {
  /** 1 once the sensor has units. */
  active: 0,
  location: 1,
  scale: 2,
  /** Readings in a row beyond the guard's limit. */
  guard: 3,
  /** b, B, phi, q: the sensor's own AR(1) offset, its variance, decay and noise. */
  offset: 4,
  offsetVariance: 5,
  decay: 6,
  drift: 7,
  /** R, the measurement noise. */
  noise: 8,
  /** Autocovariances of what the other sensors do not explain, at lags 0, 1, 2; how many went in; the last two of them. */
  gamma0: 9,
  gamma1: 10,
  gamma2: 11,
  count: 12,
  lag1: 13,
  lag2: 14,
  hasLag1: 15,
  hasLag2: 16,
  /** Surprising readings in a row. */
  strikes: 17,
  /** Time since the last reading, in nominal periods. */
  gap: 18,
  /** The simple predictors: readings seen, last value, running mean, trend, range. */
  seen: 19,
  last: 20,
  mean: 21,
  trend: 22,
  low: 23,
  high: 24,
  /** b and B of the shadow filter. */
  shadowOffset: 25,
  shadowOffsetVariance: 26,
  /** 1: the shadow's window hides the sensor. */
  hidden: 27,
  /** As they stood when the shadow's window began; offset and variance move on by phi and q of that moment. */
  startReady: 28,
  startOffset: 29,
  startOffsetVariance: 30,
  startDecay: 31,
  startDrift: 32,
  startNoise: 33,
  /** h = C P C' and mu'V mu at that moment. */
  startModelVariance: 34,
  startRowVariance: 35,
  startLast: 36,
  startTrend: 37,
  startGap: 38,
  /** The error of the first of the surprising readings in a row. */
  strikeError: 39,
  /** From -1 to 1: how far the model has lately been better than the last value at gaps of one frame. */
  favour: 40,
  /** What stands for the last reading in the regression on companions: it, or what the regression said since; and in the shadow. */
  carried: 41,
  shadowCarried: 42,
  /** Readings the regression has behind it, and the mean square of its misses. */
  lessons: 43,
  regressionNoise: 44,
  /** |C|^2 + gamma0 when the sensor's companions were last looked over. */
  spread: 45,
  /** Of the frame being learned: whether the reading counts, the reading, and z. */
  observed: 46,
  reading: 47,
  z: 48,
  /** Prior mean and variance, before the frame was seen. */
  priorMean: 49,
  priorVariance: 50,
  /** D = R + B + mu'V mu: the variance the coefficients do not explain; w: the robust weight. */
  unexplained: 51,
  weight: 52,
  shadowUnexplained: 53,
  /** C mu. */
  signal: 54,
  /** z - b, what the coefficients are to explain. */
  target: 55,
  /** rho = z - b - C mu;  De = D / w;  den = De - h. */
  residual: 56,
  effective: 57,
  remaining: 58,
  /** With sensor j left out: the residual el, and vs, the variance of C x;  u = el + b. */
  outResidual: 59,
  outVariance: 60,
  unshared: 61,
  /** The model's estimate had the sensor been missing, and its variance; then the calibrated mix. */
  modelMean: 62,
  modelVariance: 63,
  estimate: 64,
  estimateVariance: 65,
  /** The denoised value C mu + b and its variance h + B. */
  denoised: 66,
  denoisedVariance: 67,
  /** 1: the shadow sees the reading. */
  shadowObserved: 68,
  /** The forecast of the regression on companions. */
  regressed: 69,
  /** How alike the sensor is to the one whose companions are looked over. */
  likeness: 70,
} as const;
export const SENSOR_SCALARS = 71;
/** Where a record's state ends and what describes the last frame begins. */
export const FRAME_SCALARS = { start: sensor.observed, end: SENSOR_SCALARS } as const;

/** Model, last value, running mean, trend, regression on companions. */
export const EXPERTS = 5;
/** Modes: 0, other sensors were seen; 1, the frame was empty. Buckets: floor(log2 gap), at most 6. */
export const MODES = 2;
export const BUCKETS = 7;
/** A cell of loss statistics: squared losses of the experts, their count, squared blend errors in units of v. */
export const cell = { losses: 0, count: EXPERTS, calibration: EXPERTS + 1, size: EXPERTS + 2 } as const;
export const CELLS = MODES * BUCKETS * cell.size;
/** A count is 0 or at least this: less says nothing, and must not end up where division overflows. */
export const LEAST_COUNT = 1e-6;
