import { createCost } from '../../src/change/segment/costs';
import { segmentInto } from '../../src/change/segment/fixed-count';
import { Draws } from '../changepoint/draws';
import { generateTwice } from '../changepoint/generators';
import { Progress } from '../progress';
import { featuresByPaper } from './gp-features';
import { computeAlways, type Keep } from './kept-results';

const RANK = 4;
/** Frames that the filter settles in, and every so many of the rest for the search, which is quadratic. */
const DISCARDED = 400;
const STRIDE = 4;

export interface GpRun {
  readonly changes: readonly number[];
  /** Where the segmentation with two changes puts them. */
  readonly placed: readonly number[];
  /** Rows = time, one column for each of the four features. */
  readonly features: readonly (readonly number[])[];
}

/** The supplement's illustration: Matérn features of rank 4 of streams with two changes, t noise of 1.5 degrees. */
export function runGpFeatures(streams: number, keep: Keep = computeAlways): GpRun[] {
  const bar = new Progress(streams);
  const runs = Array.from({ length: streams }, (_, seed) => {
    const run = keep(`stream ${seed}`, () => learnFeatures(seed));
    bar.advance('GP features');
    return run;
  });
  bar.clear();
  return runs;
}

function learnFeatures(seed: number): GpRun {
  const { frames, changes } = generateTwice(60_000 + seed, 1.5);
  const draws = new Draws(seed);
  const C0 = frames[0].map(() => draws.normals(RANK));
  const features = featuresByPaper(frames, C0, false);
  const searched = features.filter((_, t) => t >= DISCARDED && t % STRIDE === 0);
  const placed = segmentInto(createCost('rms').fit(searched), 2, 5);
  return {
    changes,
    placed: placed.map((index) => DISCARDED + STRIDE * index),
    features: features.map((row) => row.map((value) => Number(value.toFixed(4)))),
  };
}
