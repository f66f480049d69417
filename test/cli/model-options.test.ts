import assert from 'node:assert/strict';
import { ChangeModel, ImputeModel, type ImputeModelOptions } from '../../src';
import type { EvaluationResult } from '../../src/cli/evaluation-result';
import { Random } from '../support/random';
import { Folder, cells, lines, psmf } from './run';

const HOUR = 3_600_000;
const ROWS = 500;

/** Two sensors with a rhythm of 24 rows and noise of their own, the second with gaps; and a vane that swings about north. */
function recording(): (number | null)[][] {
  const random = new Random(51);
  return Array.from({ length: ROWS }, (_, t) => {
    const swing = Math.sin((2 * Math.PI * t) / 24);
    return [
      20 + 3 * swing + 0.1 * random.normal(),
      t % 9 > 5 ? null : 5 - 2 * swing + 0.1 * random.normal(),
      (360 + 40 * Math.sin(t / 10) + 3 * random.normal()) % 360,
    ];
  });
}

describe('psmf: what the model is told', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const names = ['room', 'pipe', 'vane'];
  const rows = recording();
  const timeOf = (t: number): number => Date.UTC(2023, 9, 25) + t * HOUR;
  const input = folder.write(
    'in.csv',
    lines([
      ['time', ...names],
      ...rows.map((row, t) => [new Date(timeOf(t)).toISOString(), ...row.map((value) => value ?? '')]),
    ]),
  );
  const run = (...args: string[]): string => {
    const { code, stdout, stderr } = psmf(args);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  };

  it('every command says which names of its options no sensor has', () => {
    const kinds = ['--kinds', 'va*: plain, "van, e": angle, rooms: state, hall*: plain'];
    for (const command of ['impute', 'filter', 'learn', 'evaluate', 'changepoints']) {
      const output = ['evaluate', 'changepoints'].includes(command) ? [] : ['-o', folder.file('named')];
      const { code, stderr } = psmf([command, input, ...kinds, ...output]);
      assert.equal(code, 0);
      assert.match(
        stderr,
        /--kinds: no sensor is called "van, e" or "rooms" or "hall\*", only ("[a-z]+"(, )?){3}\./,
      );
    }
    const { stderr } = psmf(['changepoints', input, '--smallest-change', 'pipes: 3, room: 2 %']);
    assert.match(stderr, /--smallest-change: no sensor is called "pipes", only "room", "pipe", "vane"\./);
  });

  const settings: [string[], ImputeModelOptions][] = [
    [[], {}],
    [['--rhythm', 'none'], { rhythm: 'none' }],
    [['--rhythm', '172800'], { rhythm: 172_800 }],
    [['--kinds', 'va*: plain, room: state'], { kinds: 'va*: plain, room: state' }],
    [['--time-zone', 'America/New_York'], { timeZone: 'America/New_York' }],
  ];
  it('impute fills with what a model of the same settings says, each time something else', () => {
    const filled = settings.map(([args, options]) => {
      const out = cells(run('impute', input, ...args)).slice(1);
      const model = new ImputeModel({ ...options, sensors: names, maxSensors: 3 });
      rows.forEach((row, t) => {
        const fields = Object.fromEntries(names.map((name, j) => [name, row[j]]));
        const { value } = model.learnOne({ fields, time: timeOf(t), arrival: timeOf(t) });
        if (t >= 50 && row[1] === null)
          assert.ok(Math.abs(Number(out[t][2]) - value[1]) <= 1e-8 * Math.abs(value[1]));
      });
      return out.map((line) => line[2]).join();
    });
    assert.equal(new Set(filled).size, settings.length);
  });

  it('learn writes a state of a model of the same settings', () => {
    const { data } = JSON.parse(run('learn', input, '--rhythm', 'none')) as { data: string };
    const { data: other } = JSON.parse(run('learn', input)) as { data: string };
    assert.notEqual(data, other);
  });

  it('evaluate judges a model of the same settings, and an angle the short way round unless it is set to be none', () => {
    const score = (...args: string[]): EvaluationResult['methods'] =>
      (JSON.parse(run('evaluate', input, '--json', ...args)) as EvaluationResult).methods;
    const plain = score();
    assert.notEqual(score('--rhythm', 'none').adaptive.nrmse, plain.adaptive.nrmse);
    const straight = score('--kinds', 'vane: plain');
    assert.ok((straight.last.nrmse ?? NaN) > (plain.last.nrmse ?? NaN));
  });

  it('changepoints tells no change that is too small to matter', () => {
    const random = new Random(52);
    const readings = random.frames(900, 4, 2).map((frame, t) => {
      if (t >= 700) frame[2] += 3;
      return frame;
    });
    const step = folder.write('step.csv', lines([['a', 'b', 'c', 'd'], ...readings.map((row) => [...row])]));
    const model = new ChangeModel({ sensors: ['a', 'b', 'c', 'd'] });
    const alarms = readings.flatMap((row) => {
      const fields = { a: row[0], b: row[1], c: row[2], d: row[3] };
      const { alarm } = model.learnOne({ fields, time: null, arrival: 0 });
      return alarm === null ? [] : [alarm.detectedIndex];
    });
    assert.ok(alarms.some((row) => row >= 700 && row < 720));
    const told = (...args: string[]): number[] =>
      run('changepoints', step, '--json', ...args)
        .split('\n')
        .filter((line) => line.includes('"detectedIndex"'))
        .map((line) => (JSON.parse(line) as { detectedIndex: number }).detectedIndex);
    assert.deepEqual(told('--kinds', 'c: plain'), alarms);
    assert.deepEqual(
      told('--smallest-change', 'c: 1000').filter((row) => row >= 700 && row < 720),
      [],
    );
  });

  const wrong: [string, string[], RegExp][] = [
    ['impute', ['--kinds', 'vane'], /^psmf: kinds: expected .* got "vane"\. .* See psmf impute --help\.\n$/],
    ['filter', ['--rhythm', 'often'], /^psmf: rhythm: expected .* got "often"\. /],
    ['learn', ['--rhythm', '0'], /^psmf: rhythm: expected .* got 0\. /],
    ['evaluate', ['--time-zone', 'Mars/Base'], /^psmf: timeZone: expected .* got "Mars\/Base"\. /],
    ['changepoints', ['--smallest-change', '9'], /^psmf: smallestChange: expected .* got "9"\. /],
    ['changepoints', ['--kinds', 'vane: wing'], /^psmf: kinds: expected .* got "vane": "wing"\. /],
  ];
  for (const [command, args, message] of wrong)
    it(`${command} ${args.join(' ')} is a wrong call`, () => {
      const { code, stdout, stderr } = psmf([command, input, ...args]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    });
});
