import { MOST_RUNS, type RunLayout } from './layout';
import { logPredictive } from './student';

/** A change is expected once in so many frames. */
export const EXPECTED_RUN = 250;
/** Runs less probable than this are given up. */
const NEGLIGIBLE = Math.log(1e-9);

const LOG_GO_ON = Math.log(1 - 1 / EXPECTED_RUN);
const LOG_BEGIN = Math.log(1 / EXPECTED_RUN);

/** No frame yet: one run of length zero. */
export function startRuns(m: Float64Array, at: RunLayout): void {
  m[at.runs] = 1;
  m[at.logPosterior] = 0;
  clearRun(m, at, 0);
}

function clearRun(m: Float64Array, at: RunLayout, run: number): void {
  const { d } = at;
  m[at.runLength + run] = 0;
  for (const field of [at.count, at.sum, at.squares]) m.fill(0, field + run * d, field + (run + 1) * d);
}

/**
 * One step of Bayesian online changepoint detection (Adams and MacKay, 2007) with d independent sensors; the values stand
 * at m[x], NaN = missing and no evidence. A run goes on or a new one begins with this frame:
 *
 *   log p(run goes on) = log(1 - H) + log p(run) + log p(x | run)
 *   log p(new run)     = log H + log p(x | nothing before)            H = 1 / EXPECTED_RUN
 *
 * then normalised; the posterior of the former step sums to one. `mayBegin` false: the run just goes on.
 */
export function extendRuns(m: Float64Array, at: RunLayout, x: number, mayBegin: boolean): void {
  const { logPosterior } = at;
  if (mayBegin) {
    const fresh = m[at.runs];
    clearRun(m, at, fresh);
    m[logPosterior + fresh] = LOG_BEGIN - LOG_GO_ON;
    m[at.runs] = fresh + 1;
  }
  const runs = m[at.runs];
  let largest = -Infinity;
  for (let run = 0; run < runs; run++) {
    absorb(m, at, run, x);
    m[logPosterior + run] += m[at.logPredictive + run];
    largest = Math.max(largest, m[logPosterior + run]);
  }
  let total = 0;
  for (let run = 0; run < runs; run++) total += Math.exp(m[logPosterior + run] - largest);
  const norm = largest + Math.log(total);
  for (let run = 0; run < runs; run++) m[logPosterior + run] -= norm;
  prune(m, at);
}

/** log p(x | run), then x becomes part of the run. */
function absorb(m: Float64Array, at: RunLayout, run: number, x: number): void {
  const { d } = at;
  const row = run * d;
  let total = 0;
  for (let j = 0; j < d; j++) {
    const value = m[x + j];
    if (value !== value) continue;
    const n = at.count + row + j;
    const s = at.sum + row + j;
    const ss = at.squares + row + j;
    total += logPredictive(value, m[n], m[s], m[ss]);
    m[n] += 1;
    m[s] += value;
    m[ss] += value * value;
  }
  m[at.logPredictive + run] = total;
  m[at.runLength + run] += 1;
}

/** Drops negligible runs, and the least probable one when there are too many; the others keep their order. */
function prune(m: Float64Array, at: RunLayout): void {
  const { d, logPosterior } = at;
  const runs = m[at.runs];
  let least = 0;
  for (let run = 1; run < runs; run++) {
    if (m[logPosterior + run] < m[logPosterior + least]) least = run;
  }
  let kept = 0;
  for (let run = 0; run < runs; run++) {
    if (m[logPosterior + run] < NEGLIGIBLE || (run === least && runs > MOST_RUNS)) continue;
    if (kept < run) {
      m[logPosterior + kept] = m[logPosterior + run];
      m[at.runLength + kept] = m[at.runLength + run];
      for (let j = 0; j < d; j++) {
        m[at.count + kept * d + j] = m[at.count + run * d + j];
        m[at.sum + kept * d + j] = m[at.sum + run * d + j];
        m[at.squares + kept * d + j] = m[at.squares + run * d + j];
      }
    }
    kept++;
  }
  m[at.runs] = kept;
}

/** log of the odds that the present run is at most `length` frames long. */
export function logOddsOfRecent(m: Float64Array, at: RunLayout, length: number): number {
  let recent = 0;
  let older = 0;
  for (let run = 0; run < m[at.runs]; run++) {
    const p = Math.exp(m[at.logPosterior + run]);
    if (m[at.runLength + run] <= length) recent += p;
    else older += p;
  }
  return Math.log(Math.max(recent, Number.MIN_VALUE)) - Math.log(Math.max(older, Number.MIN_VALUE));
}
