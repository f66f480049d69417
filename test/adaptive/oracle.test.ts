import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { correctCoefficients } from '../../src/adaptive/coefficients';
import { learnFrame, type Filter } from '../../src/adaptive/filter';
import { learnProcessNoise } from '../../src/adaptive/process-noise';
import { createFrame, fillFrame } from '../../src/adaptive/reading';
import { scalar, sensor } from '../../src/adaptive/slots';
import { packedLength } from '../../src/linalg/packed';
import { activeFilter } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 9;
const RANK = 4;
const frames = new Random(21).frames(260, D, 3, 0.1);

const rowOf = ({ context: { at } }: Filter, j: number): number => at.records + j * at.stride;
const copyFilter = (filter: Filter): Filter => ({ ...filter, m: filter.m.slice() });

function learn(filter: Filter, readings: ArrayLike<number>, dt = 1): void {
  const frame = createFrame(readings.length);
  fillFrame(frame, readings, dt);
  learnFrame(filter, frame, true);
}

/** A filter that knows its stream. */
function trained(count = 250): Filter {
  const filter = activeFilter(D, RANK, { guard: false });
  for (const frame of frames.slice(0, count)) learn(filter, frame);
  return filter;
}

const complete = (frame: Float64Array): Float64Array => frame.map((y, j) => (Number.isNaN(y) ? j / D : y));

const unpack = (m: Float64Array, A: number, n: number): Matrix =>
  new Matrix(
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => m[A + packedLength(Math.max(i, j)) + Math.min(i, j)]),
    ),
  );

describe('pieces of the adaptive model against direct formulas', () => {
  it('leave one out: the estimate of a sensor is the one it gets when it really is missing', () => {
    const filter = trained();
    const frame = complete(frames[250]);
    frame[3] += 40; // a spike must not change what is said of the sensor it hits
    const whole = copyFilter(filter);
    learn(whole, frame);
    for (let j = 0; j < D; j++) {
      const without = copyFilter(filter);
      const row = rowOf(filter, j);
      learn(
        without,
        frame.map((y, i) => (i === j ? NaN : y)),
      );
      const said = [sensor.modelMean, sensor.modelVariance].map((field) => whole.m[row + field]);
      const truth = [sensor.modelMean, sensor.modelVariance].map((field) => without.m[row + field]);
      assertClose(said, truth, 1e-9, `sensor ${j}`);
    }
    assert.ok(whole.m[rowOf(filter, 3) + sensor.weight] < 1);
  });

  it('leave one out: also at the coefficients, x = mu - t rho / den', () => {
    const filter = trained();
    const frame = complete(frames[251]);
    const { at } = filter.context;
    for (let j = 0; j < D; j++) {
      const whole = copyFilter(filter);
      const without = copyFilter(filter);
      learn(whole, frame);
      learn(
        without,
        frame.map((y, i) => (i === j ? NaN : y)),
      );
      const row = rowOf(filter, j);
      const share = whole.m[row + sensor.residual] / whole.m[row + sensor.remaining];
      const x = Array.from(
        { length: RANK },
        (_, i) => whole.m[at.own.mu + i] - share * whole.m[row + at.t + i],
      );
      assertClose(x, without.m.slice(at.own.mu, at.own.mu + RANK), 1e-9, `without sensor ${j}`);
    }
  });

  it('coefficients: the batch Kalman update with noise D / w', () => {
    const { m, context } = trained();
    const { at } = context;
    const rows = Array.from({ length: D }, (_, j) => at.records + j * at.stride);
    rows.forEach((row, j) => {
      m[row + sensor.observed] = j === 2 ? 0 : 1;
      m[row + sensor.z] = Math.sin(j);
      m[row + sensor.weight] = j === 5 ? 0.1 : 1;
    });
    const seen = rows.filter((row) => m[row + sensor.observed] === 1);
    const P = unpack(m, at.own.P, RANK);
    const C = new Matrix(seen.map((row) => Array.from(m.subarray(row + at.C, row + at.C + RANK))));
    const innovations = seen.map((row) => {
      const C = m.subarray(row + at.C, row + at.C + at.p);
      const signal = C.reduce((sum, c, i) => sum + c * m[at.own.mu + i], 0);
      return m[row + sensor.z] - m[row + sensor.offset] - signal;
    });
    const noise = Matrix.diag(seen.map((row) => m[row + sensor.unexplained] / m[row + sensor.weight]));
    const K = P.mmul(C.transpose()).mmul(inverse(C.mmul(P).mmul(C.transpose()).add(noise)));
    const mu = K.mmul(Matrix.columnVector(innovations))
      .add(Matrix.columnVector(Array.from(m.subarray(at.own.mu, at.own.mu + RANK))))
      .to1DArray();
    const posterior = P.clone().sub(K.mmul(C).mmul(P));

    correctCoefficients(m, context, at.own);
    assertClose(m.slice(at.own.mu, at.own.mu + RANK), mu, 1e-10, 'mu');
    assertClose(unpack(m, at.own.P, RANK).to1DArray(), posterior.to1DArray(), 1e-10, 'P');
  });

  it('offset: the joint posterior of coefficients and offset', () => {
    const filter = trained();
    const frame = complete(frames[252]);
    const j = 4;
    const only = frame.map((y, i) => (i === j ? y : NaN));
    const row = rowOf(filter, j);
    filter.m.set([0.5, 0.3, 0.8, 0.1], row + sensor.offset); // b, B, phi, q
    const { m, context } = copyFilter(filter);
    const { at } = context;
    learn(
      { m, context },
      frame.map(() => NaN),
    ); // the time update alone
    const C = Array.from(m.subarray(row + at.C, row + at.C + RANK));
    const P = unpack(m, at.own.P, RANK);
    const B = m[row + sensor.offsetVariance];
    const joint = Matrix.zeros(RANK + 1, RANK + 1);
    joint.setSubMatrix(P, 0, 0).set(RANK, RANK, B);
    const H = new Matrix([[...C, 1]]);
    const unexplained = m[row + sensor.unexplained] - B; // R + mu'V mu
    const S = H.mmul(joint).mmul(H.transpose()).get(0, 0) + unexplained;
    const innovation = frame[j] - m[row + sensor.priorMean];
    const gain = joint.mmul(H.transpose()).div(S);

    const updated = copyFilter(filter);
    learn(updated, only);
    assertClose([updated.m[row + sensor.weight]], [1], 0);
    assertClose(
      [updated.m[row + sensor.offset]],
      [m[row + sensor.offset] + gain.get(RANK, 0) * innovation],
      1e-9,
      'b',
    );
    const variance = B - gain.get(RANK, 0) ** 2 * S;
    assertClose([updated.m[row + sensor.offsetVariance]], [variance], 1e-9, 'B');
    const signal = H.mmul(gain).get(0, 0) * innovation + m[row + sensor.priorMean];
    assertClose([updated.m[row + sensor.denoised]], [signal], 1e-9, 'denoised');
  });

  it('noise: finds the parts of an AR(1) process plus white noise', () => {
    const random = new Random(5);
    const filter = activeFilter(1, 1, { intercept: false, robustWeights: false });
    const { m } = filter;
    const row = rowOf(filter, 0);
    let offset = 0;
    let [phi, R, count] = [0, 0, 0];
    for (let k = 0; k < 6000; k++) {
      offset = 0.9 * offset + 0.3 * random.normal();
      learn(filter, [offset + 0.5 * random.normal()]);
      if (k < 500) continue;
      phi += m[row + sensor.decay];
      R += m[row + sensor.noise];
      count++;
    }
    assert.ok(Math.abs(phi / count - 0.9) < 0.1, `phi ${phi / count}`);
    assert.ok(Math.abs(R / count - 0.25) < 0.1, `R ${R / count}`);
  });

  it('process noise: moves towards the corrections it sees, and stays within its bounds', () => {
    const { m, context } = trained();
    const { at } = context;
    const diagonal = at.own.P;
    m[scalar.dt] = 1;
    m[scalar.learned] = 1000;
    m.set([0.02, 0.5, 10, 1e-5], at.Q);
    m.set([0.1, 1, 10.5, 1], at.priorP);
    m.set([0, 0, 0, 0], at.priorMu);
    m.set([0.4, 0.1, 900, 0], at.own.mu);
    for (const [i, variance] of [0.05, 0.4, 8, 0.2].entries()) m[diagonal + packedLength(i) + i] = variance;
    learnProcessNoise(m, context);
    const expected = [
      0.02 + (1 / 200) * (0.02 / 0.1) ** 2 * (0.4 ** 2 - 0.1 + 0.05),
      0.5 + (1 / 200) * (0.5 / 1) ** 2 * (0.1 ** 2 - 1 + 0.4),
      10,
      1e-5,
    ];
    assertClose(m.slice(at.Q, at.Q + 4), expected, 1e-14, 'Q');
  });
});
