import assert from 'node:assert/strict';
import { CoreRun } from './core-run';
import { EVERY_MS, listOf, ROUNDS, START } from './device-case';
import { cases } from './families';

describe('what devices send, in the core', () => {
  for (const {
    family,
    name,
    round,
    rounds = ROUNDS,
    everyMs = EVERY_MS,
    settings,
    sensors,
    time,
    silent,
  } of cases) {
    if (settings?.sensors !== undefined) continue;
    it(`${family}: ${name}`, () => {
      const run = new CoreRun(settings);
      let now = START;
      for (let t = 0; t < rounds; t++) {
        now = START + t * everyMs;
        for (const sent of listOf(round(t, now))) run.take(sent, now);
      }
      assert.deepEqual([...run.model.names].sort(), [...sensors].sort());
      if (sensors.length > 0) assert.ok(run.model.seq >= rounds - 2, `${run.model.seq} frames learned`);
      if (time !== undefined) assert.equal(run.lastTime, time(rounds - 1, now));
      if (silent !== undefined) {
        for (const sent of listOf(silent.send(rounds, now))) run.take(sent, now);
        assert.deepEqual(run.offline.sort(), [...silent.sensors].sort());
      }
    });
  }

  it('are 60 sequences of 14 families and more', () => {
    assert.ok(cases.length >= 60, `${cases.length} sequences`);
    const families = new Set(cases.map(({ family }) => family));
    assert.ok(families.size >= 14, `${families.size} families`);
  });
});
