import { createFrameEstimates, type FrameEstimates } from '../adaptive/estimates';

/** Estimates, and where intervals of gaps so long have been held against readings. */
export interface EnsembleEstimates extends FrameEstimates {
  readonly measured: Uint8Array;
}

/** Of so many sensors, nothing known of any. */
export const createEnsembleEstimates = (sensors: number): EnsembleEstimates => ({
  ...createFrameEstimates(sensors),
  measured: new Uint8Array(sensors),
});
