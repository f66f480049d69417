import assert from 'node:assert/strict';
import type { FilterBlock } from '../../src';
import { readFilterSettings } from '../../nodes/runtime/filter-settings';
import type { StreamDef } from '../../nodes/runtime/settings';
import { simulateFrames } from '../frame/simulation';
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
    [
      { model: 'psmf', sensors: 'a, b', rank: 4 },
      /\brank: expected at most the number of sensors \(2\), got 4\. /,
    ],
    [{ model: 'best' }, /\bmodel: expected adaptive or psmf or rpsmf, got "best"\. /],
    [{ model: 'adaptive', dynamics: 'matern' }, /\bdynamics: expected random-walk, got "matern"\. /],
    [{ dynamics: 'tides' }, /\bdynamics: expected random-walk or seasonal or .*, got "tides"\. /],
    [{ dynamics: 'seasonal', periodSeconds: 0 }, /\bperiodSeconds: expected a number from .*, got 0\. /],
    [{ dynamics: 'seasonal', periodSeconds: 'a day' }, /\bperiodSeconds: expected a number, got "a day"\. /],
    [{ dynamics: 'seasonal', harmonics: 25 }, /\bharmonics: expected a whole number from 1 to 24, got 25\. /],
    [
      { dynamics: 'seasonal', rank: 8, harmonics: 24 },
      /\brank x \(1 \+ 2 x harmonics\): expected at most 120, got 392\. Lower /,
    ],
    [{ dynamics: 'seasonal', rank: 14 }, /\(1 \+ 2 x harmonics\): expected at most 120, got 126\. Lower /],
    [{ dynamics: 'periodic', rank: 256 }, /\brank: expected at most 120, got 256\. Lower /],
    [{ dynamics: 'periodic', model: 'adaptive' }, /\bdynamics: expected random-walk, got "periodic"\. /],
    [{ model: 'psmf', standardise: 'perhaps' }, /\bstandardise: expected true or false, got "perhaps"\. /],
    [{ horizon: 1001 }, /\bhorizon: expected a whole number from 0 to 1000, got 1001\. /],
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

  const saved: readonly (readonly [object, string, number | undefined])[] = [
    [{ rank: 4, robust: true, R: 1, Q: 0.1, V0: 1, store: '', saveSeconds: 10 }, 'rpsmf', 4],
    [{ rank: '', robust: false, R: '', Q: '', V0: '' }, 'psmf', 4],
    [{ rank: '3', robust: 'false' }, 'psmf', 3],
    [{}, 'adaptive', undefined],
    [{ configVersion: 1, rank: '', R: '', Q: '', V0: '' }, 'adaptive', undefined],
    [{ configVersion: 1, model: 'psmf', rank: 2 }, 'psmf', 2],
    [{ configVersion: 1, dynamics: 'matern' }, 'rpsmf', undefined],
    [{ configVersion: 1, dynamics: 'seasonal' }, 'rpsmf', undefined],
  ];
  for (const [settings, model, rank] of saved) {
    it(`reads ${JSON.stringify(settings)} as ${model}`, () => {
      const options = readFilterSettings(settings as StreamDef);
      assert.deepEqual([options.model, options.rank], [model, rank]);
    });
  }

  it('has the units of the readings in flows from before there was a choice, and where it is off', () => {
    const standardise = (settings: object): boolean | undefined =>
      readFilterSettings({ configVersion: 1, model: 'rpsmf', ...settings } as unknown as StreamDef)
        .standardise;
    for (const dynamics of ['random-walk', 'matern', 'linear']) {
      assert.equal(standardise({ dynamics, R: 1, Q: 0.1, V0: 1 }), false);
      assert.equal(standardise({ dynamics, standardise: false }), false);
      assert.equal(standardise({ dynamics, standardise: true }), true);
    }
    for (const dynamics of ['seasonal', 'periodic', 'fourier', 'affine'])
      assert.equal(standardise({ dynamics }), true);
  });

  it('forecasts as many frames as it is told, with times and intervals', async () => {
    await startFlow(filterFlow({ horizon: 3 }));
    const { out } = collect();
    const frames = simulateFrames(80, 3);
    frames.forEach((frame, t) => send(frame, { timestamp: 1e12 + t * 1000 }));
    const { forecast } = (await out.reach(80))[79].psmf?.filter as FilterBlock;
    assert.deepEqual(
      forecast.map(({ time }) => time),
      [80, 81, 82].map((t) => 1e12 + t * 1000),
    );
    for (const { mean, lower, upper } of forecast) {
      assert.deepEqual(Object.keys(mean), ['s0', 's1', 's2']);
      for (const name of Object.keys(mean)) assert.ok(lower[name] < mean[name] && mean[name] < upper[name]);
    }
  });
});
