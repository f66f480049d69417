import { AdaptiveModel } from '../adaptive/adaptive-model';
import type { FrameEstimates } from '../adaptive/frame-estimates';

/** What the model says of a late row: a copy learns it, so that the model itself stays as it was. */
export function answerLate(model: AdaptiveModel, readings: Float64Array): FrameEstimates {
  const copy = AdaptiveModel.restore(model.snapshot());
  copy.learnOne(readings);
  return copy.estimates;
}
