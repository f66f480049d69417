import { scalar } from '../../../src/filter/layout';
import { rowKernels, squareKernels } from '../../../src/linalg/kernel-choice';
import { cholesky } from '../../../src/linalg/small';
import { createModel } from '../../../src/dynamics';
import { filterStep, type SourceContext } from './filter-step';
import { rowOf, type SourceLayout } from './layout';
import { followSensors } from './sensor-life';
import { LEARNING, MEASUREMENT_NOISE, STANDARDISING, SUBSPACE } from './settings';
import { scaleStreams, standardiseSensor, toStandard, toStreams } from './standardise';

export function createContext<L extends SourceLayout>(at: L): SourceContext & { readonly at: L } {
  return {
    at,
    model: createModel(SUBSPACE, at.r),
    rows: rowKernels(at.r),
    squares: squareKernels(at.r),
    correction: undefined,
    robust: false,
    variant: 'paper',
    uniform: true,
    lambdaMax: Infinity,
  };
}

/** The state before the first frame: C0[i][j] = 0.3 sqrt(2) cos(pi (i + 1/2) (j + 1) / d), V0 = I, P0 stationary. */
export function initialise(m: Float64Array, context: SourceContext): void {
  const { at, model } = context;
  const { d, r } = at;
  m[scalar.noise] = 1;
  m[scalar.omega] = 1;
  m[scalar.phi] = 1;
  m.set(model.initialCovariance(), at.P);
  for (let i = 0; i < r; i++) m[at.S + i * r + i] = 1;
  for (let i = 0; i < d; i++) {
    m[at.R + i] = MEASUREMENT_NOISE;
    for (let j = 0; j < r; j++) {
      m[at.C + i * r + j] = d === 1 ? 0.3 : 0.3 * Math.SQRT2 * Math.cos((Math.PI * (i + 0.5) * (j + 1)) / d);
    }
  }
  for (const { at: start, rows, fill } of at.fields) m.fill(fill, start, start + rows * d);
}

/**
 * Brings the frame just recorded from readings to streams: the first frames of an epoch are kept back until they have
 * given every sensor a scale, then all of them run through the filter at once; from there on each frame as it comes.
 * A sensor whose age is LEARNING afterwards has just got its streams.
 */
export function advance(m: Float64Array, context: SourceContext): void {
  const { at } = context;
  const { d } = at;
  followSensors(m, at);
  const epoch = m[at.epoch];
  if (epoch < STANDARDISING) return;
  if (epoch === STANDARDISING) {
    for (let j = 0; j < d; j++) {
      standardiseSensor(m, at, j);
      m[at.member + j] = m[at.age + j] > 0 ? 1 : 0;
    }
    restartFilter(m, at);
    for (let back = STANDARDISING - 1; back >= 0; back--) filterFrame(m, context, m[at.recorded] - back);
    return;
  }
  for (let j = 0; j < d; j++) {
    if (m[at.age + j] === STANDARDISING) joinFilter(m, at, j);
  }
  filterFrame(m, context, m[at.recorded]);
  for (let j = 0; j < d; j++) {
    if (m[at.age + j] === LEARNING) scaleStreams(m, at, j);
  }
}

/** A sensor that comes in later listens; it starts with a zero row, unless it was known before. */
function joinFilter(m: Float64Array, at: SourceLayout, j: number): void {
  const known = m[at.scale + j] > 0;
  standardiseSensor(m, at, j);
  m[at.member + j] = 0;
  if (!known) m.fill(0, at.C + j * at.r, at.C + (j + 1) * at.r);
}

/** After a change: C is kept, x = 0 and V += I, so that the dictionary learns again at once. */
function restartFilter(m: Float64Array, at: SourceLayout): void {
  const { r, S, G, size } = at;
  if (m[at.started] === 1) {
    m.fill(0, at.x, at.x + size);
    for (let i = 0; i < r; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? 1 : 0;
        for (let l = 0; l < r; l++) sum += m[S + i * r + l] * m[S + j * r + l];
        m[G + i * r + j] = sum;
      }
    }
    m.fill(1, at.z, at.z + r);
    cholesky(m, G, r, at.z);
    for (let i = 0; i < r; i++) {
      for (let j = 0; j < r; j++) m[S + i * r + j] = j <= i ? m[G + i * r + j] : 0;
    }
  }
  m[at.started] = 1;
}

/** Standardises frame k, filters it, and leaves innovation and level in the memory: raw, or as streams once these are known. */
function filterFrame(m: Float64Array, context: SourceContext, k: number): void {
  const { at } = context;
  const { d, e } = at;
  const row = rowOf(k, d);
  m[scalar.dt] = m[at.period + rowOf(k, 1)];
  for (let j = 0; j < d; j++) {
    toStandard(m, at, j, row + j);
    m[e + j] = m[at.level + row + j];
  }
  filterStep(m, context);
  for (let j = 0; j < d; j++) {
    m[at.q + row + j] = m[at.innovation + j];
    if (m[at.age + j] > LEARNING) toStreams(m, at, j, row + j);
  }
}
