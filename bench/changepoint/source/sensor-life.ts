import { rowOf, type SourceLayout } from './layout';
import { FORGOTTEN, LEARNING, PAUSE, SETTLING, STANDARDISING } from './settings';

/**
 * A sensor's life, in frames: followed from the start of the epoch, or from its first reading when it joins later;
 * standardised after STANDARDISING frames; active from LEARNING frames on; forgotten, age 0, after a long silence.
 * A silence that is not usual for it, or a pause of the whole stream, makes it unsteady: windows must not reach across.
 */
export function followSensors(m: Float64Array, at: SourceLayout): void {
  const { d, age, heard, silent, usual, steady } = at;
  const k = m[at.recorded];
  const y = at.y + rowOf(k, d);
  const epoch = m[at.epoch];
  const period = m[at.period + rowOf(k, 1)];
  m[at.paused] = epoch > 1 && period > Math.max(PAUSE, m[at.longestPause]) ? 1 : 0;
  if (epoch > 1 && epoch <= LEARNING) m[at.longestPause] = Math.max(m[at.longestPause], period);

  let active = 0;
  for (let j = 0; j < d; j++) {
    const observed = m[y + j] === m[y + j];
    if (epoch <= STANDARDISING) {
      m[age + j] = epoch;
    } else if (m[age + j] > 0) {
      m[age + j] += 1;
    } else if (observed) {
      m[age + j] = 1;
      m[heard + j] = 0;
      m[usual + j] = 0;
    }
    m[silent + j] = observed ? 0 : m[silent + j] + 1;
    if (observed) m[heard + j] += 1;
    if (m[silent + j] >= FORGOTTEN) m[age + j] = 0;
    if (m[age + j] <= LEARNING) m[usual + j] = Math.max(m[usual + j], m[silent + j]);

    if (m[at.paused] === 1) m[steady + j] = -Math.min(SETTLING, Math.ceil(period));
    if (m[silent + j] > Math.max(PAUSE, m[usual + j])) m[steady + j] = -Math.min(SETTLING, m[silent + j]);
    else m[steady + j] += 1;
    if (m[age + j] > LEARNING) active += 1;
  }
  m[at.active] = active;
}

/** Begins a new epoch with the last `kept` frames in it: every sensor is followed from the first of them. */
export function restartEpoch(m: Float64Array, at: SourceLayout, kept: number): void {
  const { d } = at;
  m[at.epoch] = kept;
  m[at.longestPause] = 0;
  m[at.active] = 0;
  for (let j = 0; j < d; j++) {
    m[at.age + j] = kept;
    m[at.heard + j] = 0;
    m[at.silent + j] = 0;
    m[at.usual + j] = 0;
    m[at.steady + j] = 0;
    for (let back = 0; back < kept; back++) {
      const reading = m[at.y + rowOf(m[at.recorded] - back, d) + j];
      if (reading === reading) m[at.heard + j] += 1;
    }
  }
}
