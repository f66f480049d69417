import { parentPort, workerData } from 'node:worker_threads';
import type { FitProblem } from '../../src/fit/fit-problem';
import { runFit } from '../../src/fit/run-fit';

/** How often the flow hears of progress; its status changes at most once a second anyway. */
const PROGRESS_MS = 500;
/** Frames of work between two looks at the clock. */
const SLICE_FRAMES = 500;

let told = Date.now();
const result = runFit(workerData as FitProblem, {
  sliceFrames: SLICE_FRAMES,
  onProgress: ({ share }) => {
    if (Date.now() - told < PROGRESS_MS) return;
    told = Date.now();
    parentPort?.postMessage({ share });
  },
});
parentPort?.postMessage({ result });
