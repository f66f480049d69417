import assert from 'node:assert/strict';
import { Comparison } from '../../bench/golden/format';
import { MlMatrixFilter } from '../../bench/ml-matrix-filter';
import { MlMatrixPlainFilter } from '../../bench/ml-matrix-plain-filter';
import { drawFrames, drawProblem, filterOptions } from '../../bench/speed/problem';
import { PsmfFilter } from '../../src';

const STEPS = 300;
const TOLERANCE = 1e-9;

describe('the filters on ml-matrix that the benchmark compares with', () => {
  const peers = { tuned: MlMatrixFilter, plain: MlMatrixPlainFilter };
  const sizes = [
    { d: 3, r: 1 },
    { d: 8, r: 3 },
    { d: 26, r: 10 },
  ];
  for (const [name, Peer] of Object.entries(peers)) {
    for (const size of sizes) {
      for (const robust of [false, true]) {
        const model = robust ? 'rPSMF' : 'PSMF';
        it(`${name}, ${model} ${size.d} x ${size.r}: the same C, V, x and P as ours after every frame`, () => {
          const problem = drawProblem(size, robust, 7);
          const ours = new PsmfFilter(filterOptions(problem));
          const peer = new Peer(problem);
          const comparison = new Comparison();
          const frames = drawFrames(size, 11).slice(0, STEPS);
          frames[STEPS / 2].fill(NaN);
          frames.forEach((frame, k) => {
            ours.learnOne(frame);
            peer.learnOne(frame);
            const { C, V, x, P } = ours.report();
            for (const [field, value] of Object.entries(peer.state())) {
              comparison.add(`frame ${k}, ${field}`, { C, V, x, P }[field], value);
            }
          });
          assert.equal(frames.length, STEPS);
          assert.ok(comparison.largest <= TOLERANCE, `${comparison.where}: ${comparison.largest}`);
        });
      }
    }
  }
});
