import type { Estimate } from '../filter/predict';
import { createFrameEstimates } from './estimates';
import { copyFilter, type Filter } from './filter';
import type { History } from './history';
import { createFrame, fillFrame } from './reading';
import { learnFrame } from './step';

/**
 * The next h frames, dt apart, as they would be estimated if nothing were read: a copy of the filter goes on through empty
 * frames. A sensor without units stays as its history describes it; one never read has NaN.
 */
export function forecastFrames(filter: Filter | null, history: History, h: number, dt: number): Estimate[] {
  const d = history.sensors;
  const copy = filter && copyFilter(filter);
  const out = createFrameEstimates(d);
  const frame = createFrame(d);
  fillFrame(frame, [], dt);
  for (let j = 0; j < d; j++) history.describe(j, out);
  return Array.from({ length: h }, () => {
    if (copy) learnFrame(copy, frame, out);
    return { mean: out.mean.slice(), variance: out.sd.map((sd) => sd * sd) };
  });
}
