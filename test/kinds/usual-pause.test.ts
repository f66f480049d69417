import assert from 'node:assert/strict';
import { ImputeModel } from '../../src';
import { UsualPause } from '../../src/kinds/usual-pause';
import { nextNormal, nextUniform } from '../../src/random';

const after = (gaps: readonly number[]): number => {
  const pause = new UsualPause();
  for (const gap of gaps) pause.learn(gap);
  return pause.silentAfter;
};

describe('the usual pause of a sensor', () => {
  it('read frame by frame: silent after five frames, also after an outage', () => {
    assert.equal(after(new Array<number>(100).fill(0)), 5);
    assert.equal(after([...new Array<number>(100).fill(0), 200]), 5);
    assert.equal(after(Array.from({ length: 100 }, (_, k) => (k % 10 === 0 ? 1 : 0))), 5);
  });

  it('one frame in sixty: never silent between two readings, and within three of its periods if it is out', () => {
    const gaps = new Array<number>(30).fill(59);
    const pause = new UsualPause();
    gaps.forEach((gap, k) => {
      assert.ok(k < 2 || pause.silentAfter > 60, `${k}: ${pause.silentAfter}`);
      pause.learn(gap);
    });
    assert.ok(pause.silentAfter > 60 && pause.silentAfter <= 180);
  });

  it('reports on change for a day: no false silence', () => {
    const state = Float64Array.of(5);
    const pause = new UsualPause();
    let wrong = 0;
    for (let k = 0; k < 300; k++) {
      const gap = Math.floor(20 * nextUniform(state, 0) ** 2);
      if (k > 20 && gap >= pause.silentAfter) wrong += 1;
      pause.learn(gap);
    }
    assert.equal(wrong, 0);
  });

  it('reports on change by day and stands still by night: silent the first night at most', () => {
    const state = Float64Array.of(8);
    const model = new ImputeModel();
    const [nights, minutes] = [6, 1440];
    const falselySilent = new Array<number>(nights).fill(0);
    let [room, last] = [20, Infinity];
    for (let t = 0; t < nights * minutes; t++) {
      const isNight = t % minutes > 1000;
      if (!isNight) room += 0.08 * nextNormal(state, 0);
      const isSent = Math.abs(room - last) >= 0.2;
      if (isSent) last = room;
      const fields: Record<string, number> = { other: nextNormal(state, 0) };
      if (isSent) fields.room = room;
      const time = Date.UTC(2026, 0, 5) + 60_000 * t;
      const { names, gap, silentAfter } = model.learnOne({ fields, time, arrival: time });
      const j = names.indexOf('room');
      if (t > 500 && gap[j] >= silentAfter[j]) falselySilent[Math.floor((t - 500) / minutes)] += 1;
    }
    assert.ok(falselySilent[0] > 0, 'nothing tells the first night from an outage');
    assert.deepEqual(falselySilent.slice(2), [0, 0, 0, 0]);
  });

  it('one frame in sixty, in a stream: its outages are told within three periods, the third like the first', () => {
    const state = Float64Array.of(9);
    const model = new ImputeModel();
    const silentFrom: number[] = [];
    let wasSilent = false;
    for (let t = 0; t < 7200; t++) {
      const isOut = t >= 1800 && t % 1800 < 600;
      const fields: Record<string, number> = { fast: nextNormal(state, 0) };
      if (t % 60 === 0 && !isOut) fields.slow = nextNormal(state, 0);
      const time = Date.UTC(2026, 0, 5) + 1000 * t;
      const { names, gap, silentAfter } = model.learnOne({ fields, time, arrival: time });
      const j = names.indexOf('slow');
      const isSilent = t > 180 && gap[j] >= silentAfter[j];
      if (isSilent && !wasSilent) silentFrom.push(t);
      wasSilent = isSilent;
    }
    assert.equal(silentFrom.length, 3);
    silentFrom.forEach((t, k) => assert.ok(t - 1800 * (k + 1) + 60 <= 180, `${t}`));
  });

  for (const share of [0.2, 0.3, 0.4, 0.5, 0.6])
    it(`loses ${100 * share} % of its frames at random: hardly ever falsely silent, and found when it is out`, () => {
      const state = Float64Array.of(7);
      const pause = new UsualPause();
      let gap = 0;
      let wrong = 0;
      for (let t = 0; t < 12_000; t++) {
        if (nextUniform(state, 0) < share) {
          gap += 1;
          if (gap === pause.silentAfter) wrong += 1;
          continue;
        }
        pause.learn(gap);
        gap = 0;
      }
      assert.ok(wrong <= 5, `${wrong} times`);
      assert.ok(pause.silentAfter <= 30, `${pause.silentAfter}`);
    });

  for (const [from, to] of [
    [0, 9],
    [9, 59],
  ])
    it(`read with every ${to + 1}th frame from now on, not with every ${from + 1}th: falsely silent four times at most`, () => {
      const pause = new UsualPause();
      for (let k = 0; k < 300; k++) pause.learn(from);
      let wrong = 0;
      for (let k = 0; k < 50; k++) {
        if (to >= pause.silentAfter) wrong += 1;
        pause.learn(to);
      }
      assert.ok(wrong <= 4, `${wrong} times`);
    });

  it('read more often from now on: within three of its new periods if it is out', () => {
    const pause = new UsualPause();
    for (let k = 0; k < 300; k++) pause.learn(59);
    for (let k = 0; k < 100; k++) pause.learn(9);
    assert.ok(pause.silentAfter <= 30, `${pause.silentAfter}`);
  });

  it('an outage once in a while, of whatever length, is told like the first', () => {
    const pause = new UsualPause();
    for (let k = 0; k < 1800; k++) {
      if (k > 20 && k % 90 === 80) assert.ok(pause.silentAfter <= 30, `${k}: ${pause.silentAfter}`);
      pause.learn(k % 90 === 89 ? 200 : 9);
    }
  });

  it('goes on from its numbers, and from those stored before pauses that come again were', () => {
    const pause = new UsualPause();
    for (let k = 0; k < 200; k++) pause.learn(k % 50 === 49 ? 300 : 4 + (k % 3));
    const restored = new UsualPause();
    restored.unpack(pause.pack());
    assert.deepEqual({ ...restored }, { ...pause });
    assert.ok(restored.silentOnChangeAfter > 300);
    const before = new UsualPause();
    const packed = pause.pack();
    before.unpack(packed.slice(0, 3));
    assert.equal(before.silentAfter, pause.silentAfter);
    before.unpack([...packed.slice(0, 3), ...packed.slice(7)]);
    assert.equal(before.silentOnChangeAfter, pause.silentOnChangeAfter);
  });

  it('read but once: not at once', () => {
    assert.equal(after([0]), 200);
  });
});
