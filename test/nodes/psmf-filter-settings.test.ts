import assert from 'node:assert/strict';
import { collect, filterFlow, helper, logged, send, startFlow, statuses } from './flow';

describe('psmf-filter: settings', () => {
  afterEach(() => helper.unload());

  const bad: readonly (readonly [object, RegExp])[] = [
    [{ rank: 0 }, /\brank: expected a whole number from 1 to 256, got 0\. /],
    [{ rank: 'many' }, /\brank: expected a number, got "many"\. /],
    [{ R: -1 }, /\bR: expected a number from .*, got -1\. /],
    [{ Q: '-0.1' }, /\bdynamics\.Q: expected 0 or a number from .*, got -0\.1\. /],
    [{ V0: -1 }, /\bV0: expected 0 or a number from .*, got -1\. /],
    [{ robust: 'maybe' }, /\brobust: expected true or false, got "maybe"\. /],
    [{ saveSeconds: 0 }, /\bsaveSeconds: expected a number from 1 to 86400, got 0\. /],
  ];
  for (const [settings, sentence] of bad) {
    it(`says what is wrong with ${JSON.stringify(settings)} and passes messages on`, async () => {
      await startFlow(filterFlow(settings));
      const [{ fill, text }] = statuses();
      assert.equal(fill, 'red');
      assert.match(text ?? '', sentence);
      assert.match(logged('error')[0], sentence);

      const { out, caught, completed } = collect();
      send({ a: 1, unit: 'V' });
      send('anything');
      const errors = (await caught.reach(2)) as unknown as { error: { message: string } }[];
      for (const { error } of errors) assert.match(error.message, sentence);
      assert.deepEqual(
        (await out.reach(2)).map(({ payload }) => payload),
        [{ a: 1, unit: 'V' }, 'anything'],
      );
      assert.equal(out.messages[0].psmf, undefined);
      assert.equal(completed.messages.length, 0);
    });
  }

  it('takes numbers as text, and blanks as the defaults', async () => {
    await startFlow(filterFlow({ rank: '2', R: '0.5', Q: '', V0: null, robust: 'false', saveSeconds: '5' }));
    const { out } = collect();
    send({ a: 1 });
    const [msg] = await out.reach(1);
    assert.equal((msg.psmf?.filter as { features: number[] }).features.length, 2);
    assert.deepEqual(logged('error'), []);
  });
});
