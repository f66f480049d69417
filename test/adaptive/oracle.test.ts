import assert from 'node:assert/strict';
import { Matrix, inverse } from 'ml-matrix';
import { factorModel } from '../../src/adaptive/experts/factor-model';
import { copyFilter, type Filter } from '../../src/adaptive/filter';
import { MAX_PROCESS_NOISE, MIN_PROCESS_NOISE } from '../../src/adaptive/layout';
import { learnProcessNoise } from '../../src/factor/kernels/process-noise';
import { packedLength } from '../../src/linalg/packed';
import { activeFilter, learnReadings } from '../support/adaptive';
import { assertClose } from '../support/close';
import { Random } from '../support/random';

const D = 9;
const RANK = 4;
/** Within the units of 1. */
const frames = new Random(21).frames(260, D, 3, 0.1).map((frame) => frame.map((y) => y / 4));

/** A filter that knows its stream, and says what the factor model does. */
function trained(count = 250): Filter {
  const filter = activeFilter(D, RANK, { experts: [factorModel] });
  for (const frame of frames.slice(0, count)) learnReadings(filter, frame);
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
    const filter = trained(95); // before there are losses, which other sensors change
    const frame = complete(frames[250]);
    frame[3] += 40; // a spike must not change what is said of the sensor it hits
    const whole = copyFilter(filter);
    const said = learnReadings(whole, frame);
    for (let j = 0; j < D; j++) {
      const truth = learnReadings(
        copyFilter(filter),
        frame.map((y, i) => (i === j ? NaN : y)),
      );
      assertClose([said.mean[j], said.sd[j]], [truth.mean[j], truth.sd[j]], 1e-9, `sensor ${j}`);
    }
    assert.ok(whole.sensors[3].weight < 1);
  });

  it('leave one out: also at the coefficients, x = mu - t rho / den', () => {
    const filter = trained();
    const { mu } = filter.at.head;
    const last = D - 1; // the one whose residual is left behind
    for (const frame of frames.slice(250).map(complete)) {
      const without = copyFilter(filter);
      learnReadings(
        without,
        frame.map((y, j) => (j === last ? NaN : y)),
      );
      learnReadings(filter, frame);
      const { m, out, sensors } = filter;
      const share = out.residual / out.remaining;
      const x = Array.from({ length: RANK }, (_, i) => m[mu.place + i] - share * m[sensors[last].t + i]);
      assertClose(x, without.m.slice(mu.place, mu.place + RANK), 1e-9);
    }
  });

  it('coefficients: the batch Kalman update with noise D / w', () => {
    const { m, at, sensors, small } = trained();
    const [mu, P] = [at.head.mu.place, at.head.P.place];
    for (const sensor of sensors) {
      sensor.corrects = sensor.index === 2 ? 0 : 1;
      sensor.target = Math.sin(sensor.index) - sensor.offset;
      sensor.effective = sensor.unexplained / (sensor.index === 5 ? 0.1 : 1);
    }
    const seen = sensors.filter(({ corrects }) => corrects === 1);
    const prior = unpack(m, P, RANK);
    const C = new Matrix(seen.map((sensor) => Array.from(m.subarray(sensor.C, sensor.C + RANK))));
    const innovations = seen.map((sensor) => {
      const row = m.subarray(sensor.C, sensor.C + at.p);
      return sensor.target - row.reduce((sum, c, i) => sum + c * m[mu + i], 0);
    });
    const noise = Matrix.diag(seen.map(({ effective }) => effective));
    const K = prior.mmul(C.transpose()).mmul(inverse(C.mmul(prior).mmul(C.transpose()).add(noise)));
    const corrected = K.mmul(Matrix.columnVector(innovations))
      .add(Matrix.columnVector(Array.from(m.subarray(mu, mu + RANK))))
      .to1DArray();
    const posterior = prior.clone().sub(K.mmul(C).mmul(prior));

    small.correct(m, mu, P, sensors);
    assertClose(m.slice(mu, mu + RANK), corrected, 1e-10, 'mu');
    assertClose(unpack(m, P, RANK).to1DArray(), posterior.to1DArray(), 1e-10, 'P');
  });

  it('offset: the joint posterior of coefficients and offset', () => {
    const filter = trained();
    const frame = complete(frames[252]);
    const j = 4;
    const only = frame.map((y, i) => (i === j ? y : NaN));
    Object.assign(filter.sensors[j], { offset: 0.5, offsetVariance: 0.3, decay: 0.8, offsetNoise: 0.1 });
    const passed = copyFilter(filter);
    const { priorMean } = learnReadings(
      passed,
      frame.map(() => NaN),
    ); // the time update alone
    const { m, at } = passed;
    const before = passed.sensors[j];
    const C = Array.from(m.subarray(before.C, before.C + RANK));
    const P = unpack(m, at.head.P.place, RANK);
    const B = before.offsetVariance;
    const joint = Matrix.zeros(RANK + 1, RANK + 1);
    joint.setSubMatrix(P, 0, 0).set(RANK, RANK, B);
    const H = new Matrix([[...C, 1]]);
    const unexplained = before.unexplained - B; // R + mu'V mu
    const S = H.mmul(joint).mmul(H.transpose()).get(0, 0) + unexplained;
    const innovation = frame[j] - priorMean[j];
    const gain = joint.mmul(H.transpose()).div(S);

    const updated = copyFilter(filter);
    const { denoised } = learnReadings(updated, only);
    const after = updated.sensors[j];
    assertClose([after.weight], [1], 0);
    assertClose([after.offset], [before.offset + gain.get(RANK, 0) * innovation], 1e-9, 'b');
    assertClose([after.offsetVariance], [B - gain.get(RANK, 0) ** 2 * S], 1e-9, 'B');
    const signal = H.mmul(gain).get(0, 0) * innovation + priorMean[j];
    assertClose([denoised[j]], [signal], 1e-9, 'denoised');
  });

  it('noise: finds the parts of an AR(1) process plus white noise', () => {
    const random = new Random(5);
    const filter = activeFilter(1, 1);
    const [sensor] = filter.sensors;
    let offset = 0;
    let [phi, R, count] = [0, 0, 0];
    for (let k = 0; k < 6000; k++) {
      offset = 0.9 * offset + 0.3 * random.normal();
      learnReadings(filter, [offset + 0.5 * random.normal()]);
      if (k < 500) continue;
      phi += sensor.decay;
      R += sensor.noise;
      count++;
    }
    assert.ok(Math.abs(phi / count - 0.9) < 0.1, `phi ${phi / count}`);
    assert.ok(Math.abs(R / count - 0.25) < 0.1, `R ${R / count}`);
  });

  it('process noise: moves towards the corrections it sees, and stays within its bounds', () => {
    const filter = trained();
    const { m, at } = filter;
    const { mu, P, Q } = at.head;
    m.set([0.02, 0.5, 10, 1e-5], Q.place);
    m.set([0.1, 1, 10.5, 1], at.coefficients.priorP);
    m.set([0, 0, 0, 0], at.coefficients.priorMu);
    m.set([0.4, 0.1, 900, 0], mu.place);
    for (const [i, variance] of [0.05, 0.4, 8, 0.2].entries()) m[P.place + packedLength(i) + i] = variance;
    learnProcessNoise(m, at.coefficients, 1000, 1, MIN_PROCESS_NOISE, MAX_PROCESS_NOISE);
    const expected = [
      0.02 + (1 / 200) * (0.02 / 0.1) ** 2 * (0.4 ** 2 - 0.1 + 0.05),
      0.5 + (1 / 200) * (0.5 / 1) ** 2 * (0.1 ** 2 - 1 + 0.4),
      10,
      1e-5,
    ];
    assertClose(m.slice(Q.place, Q.place + 4), expected, 1e-14, 'Q');
  });
});
