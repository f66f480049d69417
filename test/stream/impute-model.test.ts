import assert from 'node:assert/strict';
import { ImputeModel, Imputer, PsmfError, type ImputeAnswer } from '../../src';
import { readConfig } from '../../src/adaptive/options';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import { copyOf, gappyFrames, START } from './cases';

const learnAll = (model: ImputeModel, frames: ReturnType<typeof gappyFrames>): ImputeAnswer[] =>
  frames.map((frame) => copyOf(model.learnOne(frame)) as unknown as ImputeAnswer);

describe('ImputeModel', () => {
  const frames = gappyFrames(200, 4);

  it('is the ensemble and the imputer, column by column', () => {
    const options = { rhythm: 'auto' as const, timeZone: 'UTC' };
    const model = new EnsembleModel({ config: readConfig({ sensors: 1 }), sensors: 4, ...options });
    const imputer = new Imputer(4);
    for (const answer of learnAll(
      new ImputeModel({ sensors: ['s0', 's1', 's2', 's3'], timeZone: 'UTC' }),
      frames,
    )) {
      const { fields } = frames[answer.seq - 1];
      const readings = answer.names.map((name) => (typeof fields[name] === 'number' ? fields[name] : NaN));
      const { phase } = model;
      model.learnOne(Float64Array.from(readings), 1, answer.time, answer.period);
      imputer.learnOne(readings);
      const expected = imputer.fill(readings, model.estimates, phase);
      assert.equal(answer.phase, phase);
      for (const [name, values] of Object.entries(expected))
        assert.deepEqual(answer[name as keyof ImputeAnswer], values, `${name} of frame ${answer.seq}`);
    }
  });

  it('fills what is missing or no number, keeps what was read, and knows nothing of a sensor never read', () => {
    const model = new ImputeModel({ sensors: ['s0', 's1', 's2', 's3', 'absent'] });
    const answers = learnAll(model, frames);
    const { outcome, value, rejected } = answers[192 + 0];
    assert.equal(192 % 11, 5);
    assert.deepEqual(outcome, ['observed', 'filled', 'filled', 'observed', 'unknown']);
    assert.deepEqual([...rejected.keys()], ['s2']);
    assert.equal(value[0], frames[192].fields.s0);
    assert.ok(Number.isFinite(value[1]) && Number.isFinite(value[2]) && Number.isNaN(value[4]));
  });

  it('fills no gap longer than maxGap', () => {
    const model = new ImputeModel({ maxGap: 2 });
    learnAll(model, frames.slice(0, 100));
    const outcomes = [100, 101, 102, 103].map((t) => {
      const frame = { fields: { s0: 20, s1: 20, s2: 20 }, time: START + 1000 * t, arrival: START };
      const { outcome, value } = model.learnOne(frame);
      assert.equal(Number.isNaN(value[3]), outcome[3] === 'expired');
      return outcome[3];
    });
    assert.deepEqual(outcomes, ['filled', 'filled', 'expired', 'expired']);
  });

  it('gives estimates of all sensors where asked to', () => {
    const [all, filled] = [{ detail: 'all' as const }, {}].map(
      (options) => learnAll(new ImputeModel(options), frames)[192],
    );
    assert.ok(all.estimate.every(Number.isFinite) && all.sd.every((sd) => sd > 0));
    assert.deepEqual(
      [...filled.estimate].map(Number.isFinite),
      filled.outcome.map((outcome) => outcome === 'filled'),
    );
    assert.deepEqual(all.value, filled.value);
    assert.notEqual(all.estimate[0], all.value[0]);
  });

  it('checks its options at once', () => {
    for (const options of [{ maxGap: 0 }, { maxGap: 1.5 }, { detail: 'some' }, { sensors: [] }]) {
      assert.throws(
        () => new ImputeModel(options as object),
        (error) => error instanceof PsmfError && error.code === 'BAD_OPTION',
      );
    }
  });
});
