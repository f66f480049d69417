import assert from 'node:assert/strict';
import { collect, getNode, helper, startFlow, streamFlow } from './flow';

const NAME = '<b>outlet</b>';

const frame = (t: number): Record<string, number> => {
  const load = Math.sin(t / 9) + 0.4 * Math.sin(t / 23);
  return {
    inlet: 21 + 2 * load + 0.05 * Math.sin(t * t),
    [NAME]: 35 - 3 * load + 0.05 * Math.cos(t * t),
    flow: 3 + load,
  };
};

describe('msg.report', () => {
  afterEach(() => helper.unload());

  it('tells what the model has measured, as an object, as text and as a page', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    for (let t = 0; t < 1500; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: 'whatever', report: true });
    const { payload, report } = (await out.reach(1501))[1500] as { payload: object; report?: unknown };
    const { format, text, page, frames, hidden, held, sensors } = payload as Record<string, unknown>;
    assert.deepEqual([format, frames, report], ['psmf-report', 1500, undefined]);
    assert.ok(Number(hidden) > 100 && Number(held) <= Number(hidden));
    assert.equal((sensors as unknown[]).length, 3);
    assert.match(String(text), /Intervals held \d+\.\d % of [\d,]+ readings/);
    assert.match(String(text), /inlet: if it dies, known to within ±[\d.]+ for .*, from .*flow/);
    assert.ok(String(page).includes('&lt;b&gt;outlet&lt;/b&gt;'));
    assert.doesNotMatch(String(page), /<b>/);
  });

  it('is no reading for a psmf node behind', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    for (let t = 0; t < 50; t++) getNode('n1').receive({ payload: frame(t) });
    getNode('n1').receive({ payload: '', report: true });
    const { payload } = (await out.reach(51))[50];
    getNode('n1').receive({ payload });
    getNode('n1').receive({ payload: frame(50) });
    const last = (await out.reach(53))[52] as unknown as { psmf: { impute: { seq: number } } };
    assert.equal(last.psmf.impute.seq, 51);
  });

  it('is refused, with a sentence, by a node that hides nothing and before the first reading', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { caught } = collect();
    getNode('n1').receive({ payload: '', report: true });
    getNode('n1').receive({ payload: frame(1) });
    getNode('n1').receive({ payload: '', report: true });
    await caught.reach(2);
    for (const message of caught.messages) {
      const { error } = message as unknown as { error: { message: string } };
      assert.match(error.message, /The report.*Ask psmf-impute/);
    }
  });
});
