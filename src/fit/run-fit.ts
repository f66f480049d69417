import { PsmfError } from '../errors';
import type { CustomFunctions } from '../dynamics/custom-function';
import { Fit, type FitProgress, type FitResult } from './fit';
import type { FitProblem } from './fit-problem';

export interface FitControl {
  /** An AbortSignal, or anything like it; looked at after every slice. */
  readonly signal?: { readonly aborted: boolean };
  readonly onProgress?: (progress: FitProgress) => void;
  /** Frames of work between two looks at the signal. */
  readonly sliceFrames?: number;
  readonly functions?: CustomFunctions;
}

const SLICE_FRAMES = 2000;

/** Fits in one go: what a worker runs on the problem it is sent. */
export function runFit(problem: FitProblem, control: FitControl = {}): FitResult {
  const fit = new Fit(problem, control.functions);
  while (!fit.done) runSlice(fit, control);
  return fit.result();
}

/** Fits in slices; `pause` lets others work in between, for example by a timer of the caller's. */
export async function runFitInSlices(
  problem: FitProblem,
  pause: () => Promise<void>,
  control: FitControl = {},
): Promise<FitResult> {
  const fit = new Fit(problem, control.functions);
  while (!fit.done) {
    runSlice(fit, control);
    await pause();
  }
  return fit.result();
}

function runSlice(fit: Fit, { signal, onProgress, sliceFrames = SLICE_FRAMES }: FitControl): void {
  if (signal?.aborted) {
    const { start, starts } = fit.progress;
    throw new PsmfError(
      'CANCELLED',
      'The fit',
      'to run to its end',
      `a signal to stop (${start} of ${starts} starts done)`,
      'Nothing was changed.',
    );
  }
  fit.run(sliceFrames);
  onProgress?.(fit.progress);
}
