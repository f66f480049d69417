import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImputeModel, open, type Envelope } from '../../src';
import { defineExpert } from '../../src/adaptive/experts/expert';
import { ROOT } from '../package-root';
import { EXPERTS_AT_FIRST, withExperts } from '../support/experts';

const MINUTE = 60_000;
const { impute } = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/kinds-as-json.json'), 'utf8')) as {
  readonly impute: Envelope;
};

/** An expert that says what the factor model says. */
const later = defineExpert({ name: 'later', forecast: () => undefined });

/** Goes on from the stored state for so many frames, in which the flow alone is read every other time. */
function goOn(frames: number): { model: ImputeModel; said: number[] } {
  const kept = open(impute);
  const model = ImputeModel.restore({ timeZone: 'UTC' }, kept);
  const said: number[] = [];
  for (let t = 1; t <= frames; t++) {
    const time = (kept.time ?? 0) + t * MINUTE;
    const flow = 5 + Math.sin(t / 7);
    const fields = t % 2 === 0 ? { dir: (10 * t) % 360, flow, meter: 9000 + 3 * t } : { flow };
    said.push(...model.learnOne({ fields, time, arrival: time }).value);
  }
  return { model, said };
}

describe('a state with challengers, stored before an expert came', () => {
  it('goes on, and hardly differently, with that expert in the mix', () => {
    const before = withExperts(EXPERTS_AT_FIRST, [], () => goOn(200)).said;
    withExperts(EXPERTS_AT_FIRST, [later], () => {
      const { model, said } = goOn(200);
      const kept = model.snapshot() ?? assert.fail();
      assert.ok(said.every(Number.isFinite));
      said.forEach((value, i) => {
        const near = 0.2 * Math.max(1, Math.abs(before[i]));
        assert.ok(Math.abs(value - before[i]) < near, `${i}: ${value}, ${before[i]}`);
      });
      assert.deepEqual(ImputeModel.restore({ timeZone: 'UTC' }, kept).snapshot(), kept);
    });
  });
});
