/**
 * The parts of the model that can be switched off one by one, to measure what each is worth.
 */
export interface Mechanisms {
  /** Each sensor's own AR(1) offset. */
  readonly offset: boolean;
  /** R learned from each sensor's residuals. */
  readonly measurementNoise: boolean;
  /** A surprising reading counts for less. */
  readonly robustWeights: boolean;
  /** A row learns from coefficients its own sensor had no part in. */
  readonly leaveOneOut: boolean;
  /** The constant coefficient 1. */
  readonly intercept: boolean;
  /** V is kept from vanishing, so that rows never stop learning. */
  readonly forgetting: boolean;
  /** Q learned from the corrections of the coefficients. */
  readonly processNoise: boolean;
  /** The mix with simple predictors; two of those; and pooled losses brought to the sensor's own level. */
  readonly mix: boolean;
  readonly trend: boolean;
  readonly runningMean: boolean;
  readonly sharedLevel: boolean;
  /** The regression of a sensor on the sensors most like it and on its own last value. */
  readonly companions: boolean;
  /** The trend has a part in the mix at gaps of 32 frames and more too. */
  readonly longTrend: boolean;
  /** Weights by the fourth power of the losses, not the third. */
  readonly sharpMix: boolean;
  /** Losses interpolated between gap buckets. */
  readonly interpolation: boolean;
  /** Losses of empty frames kept apart. */
  readonly emptyMode: boolean;
  /** Losses at long gaps, from an outage played out in the shadow. */
  readonly shadow: boolean;
  /** The shadow rests half of the time once it has seen much, and then three quarters. */
  readonly shadowPauses: boolean;
  /** Units and filter made anew during start-up. */
  readonly rebuild: boolean;
  /** Scale from the wide quantiles too, not from the quartiles alone. */
  readonly wideQuantiles: boolean;
  /** Units widened for readings far outside them. */
  readonly guard: boolean;
  /** The location follows a level that has shifted for good. */
  readonly relocation: boolean;
  /** A sensor the model has suddenly become bad at learns its row anew. */
  readonly relearning: boolean;
  /** A sensor that gets units late begins with what its history knows. */
  readonly recollection: boolean;
  /** Readings before a sensor first moves do not count. */
  readonly firstMove: boolean;
  /** Wider intervals for gaps of two frames and more. */
  readonly inflation: boolean;
}

/** What the golden vectors have: every mechanism but those added since. */
export const referenceMechanisms: Mechanisms = {
  offset: true,
  measurementNoise: true,
  robustWeights: true,
  leaveOneOut: true,
  intercept: true,
  forgetting: true,
  processNoise: true,
  mix: true,
  trend: true,
  runningMean: true,
  sharedLevel: true,
  companions: false,
  longTrend: true,
  sharpMix: false,
  interpolation: false,
  emptyMode: true,
  shadow: true,
  shadowPauses: false,
  rebuild: true,
  wideQuantiles: true,
  guard: true,
  relocation: false,
  relearning: false,
  recollection: false,
  firstMove: false,
  inflation: true,
};

/** What users get. */
export const defaultMechanisms: Mechanisms = {
  ...referenceMechanisms,
  sharedLevel: false,
  companions: true,
  longTrend: false,
  sharpMix: true,
  interpolation: true,
  shadowPauses: true,
  relocation: true,
  relearning: true,
  recollection: true,
  firstMove: true,
};
