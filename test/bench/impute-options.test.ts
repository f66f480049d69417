import assert from 'node:assert/strict';
import { readImputeOptions } from '../../bench/impute/options';

describe('the options of the imputation benchmark', () => {
  it('without recordings: only the parts that need none, and nothing is written', () => {
    const options = readImputeOptions([]);
    assert.ok(typeof options === 'object');
    assert.deepEqual(options.parts, ['events', 'soak', 'speed']);
    assert.equal(options.out, null);
  });

  it('parts, patterns and masks can be chosen', () => {
    const options = readImputeOptions(['--events', '--patterns', 'long,seg30', '--seeds', '7', '--json']);
    assert.ok(typeof options === 'object');
    assert.deepEqual(options.parts, ['events']);
    assert.deepEqual(options.patterns, ['seg30', 'long']);
    assert.equal(options.seeds, 7);
    assert.ok(options.json && !options.quick && !options.paper);
  });

  const wrong: [string[], RegExp][] = [
    [['--nonsense'], /--nonsense/],
    [['file.csv'], /file\.csv/],
    [['--ablation'], /--ablation needs .*--data/],
    [['--data', 'no-such-directory', '--sets', 'pm25'], /LondonAir_PM25\.csv in no-such-directory/],
    [['--sets', 'mars'], /pm25, .*"mars"/],
    [['--patterns', 'seg30,all'], /gateway, .*"all"/],
    [['--seeds', '0'], /1 to 99, not "0"/],
    [['--slice', '3/2'], /K\/N, .*"3\/2"/],
  ];
  for (const [args, expected] of wrong) {
    it(`${args.join(' ')} is answered in one sentence`, () => {
      const answer = readImputeOptions(args);
      assert.ok(typeof answer === 'string');
      assert.match(answer, expected);
      assert.ok(!answer.includes('\n'));
    });
  }
});
