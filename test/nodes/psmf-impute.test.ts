import assert from 'node:assert/strict';
import type { ImputeBlock, RefilledEvent, SensorEvent } from '../../src';
import { simulateFrames } from '../frame/simulation';
import { collect, getNode, helper, send, startFlow, statuses, streamFlow, type Message } from './flow';
import { readLongestGap } from '../../nodes/runtime/setting-values';

const block = (msg: Message): ImputeBlock => msg.psmf?.impute as ImputeBlock;
const frames = simulateFrames(140, 4);
const without = (frame: Record<string, number>, name: string): Record<string, number> =>
  Object.fromEntries(Object.entries(frame).filter(([other]) => other !== name));

describe('psmf-impute: gaps', () => {
  afterEach(() => helper.unload());

  it('fills what is missing, absent, or no number, and leaves readings as they came', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    for (const frame of frames.slice(0, 100)) send(frame);
    const base = frames[100];
    send(without(base, 's1'));
    send({ ...base, s1: null });
    send({ ...base, s1: 'broken', s0: String(base.s0) });
    const messages = (await out.reach(103)).slice(100);
    messages.forEach((msg, i) => {
      const payload = msg.payload as Record<string, unknown>;
      const { filled, estimate, sd, lower, upper, gap, quality, outliers, expired } = block(msg);
      assert.deepEqual(
        [filled, Object.keys(estimate), Object.keys(sd), expired],
        [['s1'], ['s1'], ['s1'], []],
      );
      assert.equal(payload.s1, estimate.s1);
      assert.ok(Math.abs(estimate.s1 - base.s1) < 5 && sd.s1 > 0);
      assert.ok(
        Math.abs(lower.s1 - (estimate.s1 - 2 * sd.s1)) < 1e-9 &&
          Math.abs(upper.s1 - (estimate.s1 + 2 * sd.s1)) < 1e-9,
      );
      assert.deepEqual([gap, Object.keys(quality), outliers], [{ s1: i + 1 }, ['s1'], []]);
      assert.equal(payload.s2, base.s2);
    });
    assert.deepEqual(block(messages[2]).rejected, { s1: 'text that is not a plain decimal number' });
    assert.equal((messages[2].payload as { s0: unknown }).s0, String(base.s0));
    assert.deepEqual(Object.keys(messages[0].payload as object), ['s0', 's2', 's3', 's1']);
  });

  it('gives the estimate of all it fills, and an interval only where it knows one', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    for (const payload of [{ a: 5, b: 1 }, { a: 5, b: 2 }, { b: 1 }]) send(payload);
    const msg = (await out.reach(3))[2];
    const { filled, estimate, sd, lower, upper, quality } = block(msg);
    assert.deepEqual(
      [filled, estimate, msg.payload, quality],
      [['a'], { a: 5 }, { b: 1, a: 5 }, { a: 'uncertain' }],
    );
    assert.deepEqual([sd, lower, upper], [{}, {}, {}]);
  });

  it('fills a gap again when its sensor is back, on the second output, if it is asked to', async () => {
    await startFlow(streamFlow('psmf-impute', { hindsight: true, decimals: 2 }));
    const { out, events } = collect();
    frames.forEach((frame, i) => {
      const isGap = i >= 100 && i < 120;
      send(isGap ? without(frame, 's1') : frame, { timestamp: 1.7e12 + 1000 * i });
    });
    const filled = (await out.reach(140)).slice(100, 120);
    const [, back, again] = await events.reach(3);
    assert.equal((back.payload as SensorEvent).state, 'back');
    assert.equal(again.topic, 'refilled');
    const { sensor, gap, points } = again.payload as RefilledEvent;
    assert.deepEqual([sensor, gap, points.length], ['s1', 20, 20]);
    points.forEach(({ time, value, lower, upper }, i) => {
      assert.equal(time, block(filled[i]).time);
      assert.ok(lower < value && value < upper && Math.abs(value - frames[100 + i].s1) < 5);
      assert.equal(value, Number(value.toFixed(2)));
    });
  });

  it('fills lists in their places, also beyond their end', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    send(frames.slice(0, 100).map((frame) => Object.values(frame)));
    send([frames[100].s0, null]);
    const payload = (await out.reach(2))[1].payload as unknown[];
    assert.equal(payload.length, 4);
    assert.ok(payload.every((value) => typeof value === 'number'));
  });

  it('says of a longest gap that it cannot read that a time would do', () => {
    for (const value of ['15 parsecs', '${NOPE}', 'min'])
      assert.throws(() => readLongestGap(value), /a number of frames, or a time such as 90 s, 15 min or 2 h/);
  });

  it('leaves a gap beyond maxGap empty and says so', async () => {
    await startFlow(streamFlow('psmf-impute', { maxGap: 2 }));
    const { out } = collect();
    for (const frame of frames.slice(0, 60)) send(frame);
    for (const frame of frames.slice(60, 63)) send(without(frame, 's3'));
    const messages = (await out.reach(63)).slice(60);
    assert.deepEqual(
      messages.map((msg) => block(msg).expired),
      [[], [], ['s3']],
    );
    assert.deepEqual(
      messages.map((msg) => block(msg).filled),
      [['s3'], ['s3'], []],
    );
    assert.equal((messages[2].payload as { s3: unknown }).s3, null);
    assert.deepEqual(block(messages[2]).gap, { s3: 3 });
  });

  it('estimates every sensor if asked for all', async () => {
    await startFlow(streamFlow('psmf-impute', { detail: 'all' }));
    const { out } = collect();
    for (const frame of frames) send(frame);
    const { filled, estimate, lower } = block((await out.reach(140))[139]);
    assert.deepEqual(
      [filled, Object.keys(estimate), Object.keys(lower)],
      [[], ['s0', 's1', 's2', 's3'], ['s0', 's1', 's2', 's3']],
    );
  });

  it('flags an outlier and does not replace it', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out } = collect();
    for (const frame of frames.slice(0, 120)) send(frame);
    send({ ...frames[120], s0: 1000 });
    const msg = (await out.reach(121))[120];
    assert.deepEqual(block(msg).outliers, ['s0']);
    assert.equal((msg.payload as { s0: number }).s0, 1000);
  });

  it('says on its second output when a sensor falls silent and when it is back, once each', async () => {
    await startFlow(streamFlow('psmf-impute', { keyProperty: 'site' }));
    const { out, events } = collect();
    frames.slice(0, 80).forEach((frame, t) => {
      const isSilent = t >= 50 && t < 60;
      send(isSilent ? without(frame, 's2') : frame, { timestamp: 1e12 + t * 1000, site: 'x' });
    });
    await out.reach(80);
    assert.deepEqual(
      (await events.reach(2)).map(({ topic, payload, site }) => ({ topic, payload, site })),
      [
        {
          topic: 'sensor',
          payload: { sensor: 's2', state: 'silent', since: 1e12 + 49_000, gap: 5 },
          site: 'x',
        },
        {
          topic: 'sensor',
          payload: { sensor: 's2', state: 'back', since: 1e12 + 49_000, gap: 10 },
          site: 'x',
        },
      ],
    );
    assert.equal(events.messages.length, 2);
  });

  const texts: readonly (readonly [string, number, number, RegExp])[] = [
    ['learning', 12, 0, /^learning 12\/40$/],
    ['nothing missing', 60, 0, /^4 sensors$/],
    ['a gap', 60, 2, /^filled 1 of 4$/],
    ['a silent sensor', 60, 7, /^silent: s1$/],
  ];
  for (const [what, whole, partial, text] of texts) {
    it(`shows its state: ${what}`, async () => {
      await startFlow(streamFlow('psmf-impute'));
      const { out } = collect();
      for (const frame of frames.slice(0, whole)) send(frame);
      for (const frame of frames.slice(whole, whole + partial)) send(without(frame, 's1'));
      await out.reach(whole + partial);
      while (!text.test(statuses().at(-1)?.text ?? ''))
        await new Promise((resolve) => setTimeout(resolve, 20));
      assert.ok(getNode('n1'));
    });
  }
});
