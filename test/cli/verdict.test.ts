import assert from 'node:assert/strict';
import { writeVerdict as listVerdict } from '../../src/cli/verdict';
import { methodNames, type MethodName } from '../../src/evaluate/methods';
import type { MethodScore } from '../../src/evaluate/score';

type Scores = Record<MethodName, MethodScore>;

/** Everyone as bad as the mean, but for what is given. */
function scores(nrmse: Partial<Record<MethodName, number>>, coverage = 0.95, n = 1000): Scores {
  const names = Object.keys(methodNames) as MethodName[];
  return Object.fromEntries(
    names.map((name) => [name, { nrmse: nrmse[name] ?? 1, crps: 0.5, coverage, n }]),
  ) as Scores;
}

const writeVerdict = (methods: Scores): string => listVerdict(methods).join(' ');

describe('the verdict of psmf evaluate', () => {
  it('compares with the better of what needs no model', () => {
    const verdict = writeVerdict(scores({ adaptive: 0.4, last: 0.8 }));
    assert.equal(
      verdict,
      'The adaptive model works here: its error is 50 % below that of the last value. ' +
        'Its 95 % intervals can be trusted: 95.0 % of the hidden values lie in them.',
    );
    assert.match(
      writeVerdict(scores({ adaptive: 0.7, last: 1.3 })),
      /works here: its error is 30 % below that of the running mean/,
    );
  });

  it('says so where it gains nothing, and where it does harm', () => {
    assert.match(
      writeVerdict(scores({ adaptive: 0.51, last: 0.5 })),
      /^The adaptive model gains nothing here/,
    );
    assert.match(
      writeVerdict(scores({ adaptive: 0.6, last: 0.5 })),
      /^The adaptive model does not work here: .* 20 % above/,
    );
  });

  it('names a method that is clearly better, whichever it is', () => {
    assert.match(
      writeVerdict(scores({ adaptive: 0.5, 'rls-own': 0.4 })),
      /Better here is rls-own: its error is 20 % below/,
    );
    assert.doesNotMatch(writeVerdict(scores({ adaptive: 0.5, 'rls-own': 0.49 })), /Better here/);
    assert.doesNotMatch(writeVerdict(scores({ adaptive: 0.5, last: 0.3 })), /Better here/);
  });

  it('does not trust intervals that are not', () => {
    assert.match(writeVerdict(scores({ adaptive: 0.5 }, 0.905)), /too narrow: 90.5 %/);
    assert.match(writeVerdict(scores({ adaptive: 0.5 }, 0.999)), /wider than they need be: 99.9 %/);
  });

  it('knows when it knows nothing', () => {
    assert.match(writeVerdict(scores({ adaptive: 0.5 }, 0.95, 300)), /Only 300 hidden values/);
    const nothing = { nrmse: null, crps: null, coverage: null, n: 0 };
    assert.match(writeVerdict({ ...scores({}), adaptive: nothing }), /^No answer/);
    const noRivals = { ...scores({ adaptive: 0.5 }), last: nothing, mean: nothing };
    assert.match(writeVerdict(noRivals), /^Its 95 % intervals/);
  });

  it('takes errors of zero', () => {
    for (const adaptive of [0, 0.001])
      assert.match(
        writeVerdict(scores({ adaptive, last: 0, level: 0 })),
        /^The adaptive model gains nothing here/,
      );
    assert.match(
      writeVerdict(scores({ adaptive: 0.5, last: 0 })),
      /does not work here: its error is \d+ % above/,
    );
    assert.doesNotMatch(writeVerdict(scores({ adaptive: 0.001, last: 0, level: 0 })), /Better here/);
  });
});
