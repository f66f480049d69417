import assert from 'node:assert/strict';
import type { ChangeBlock } from '../../src';
import type { ChangedSensor, ChangeEvent, ResolvedEvent } from '../../src';
import { nextNormal } from '../../src/random';
import {
  collect,
  Collector,
  helper,
  place,
  send,
  startFlow,
  statuses,
  streamFlow,
  type Message,
} from './flow';

const block = (msg: Message): ChangeBlock => msg.psmf?.change as ChangeBlock;

/** Four independent sensors; from frame `at` on the first of them, or more, stand `shift` higher. */
function simulateChange(count: number, at: number, shift: number, changed = 1): Record<string, number>[] {
  const state = Float64Array.of(3);
  return Array.from({ length: count }, (_, t) =>
    Object.fromEntries(
      Array.from({ length: 4 }, (_, j) => [
        `s${j}`,
        10 * j + nextNormal(state, 0) + (j < changed && t >= at ? shift : 0),
      ]),
    ),
  );
}

describe('psmf-changepoint: changes', () => {
  afterEach(() => helper.unload());

  it('annotates every message and tells of a change on its second output', async () => {
    await startFlow(streamFlow('psmf-changepoint', { keyProperty: 'site' }));
    const { out, events } = collect();
    const frames = simulateChange(800, 600, 8);
    frames.forEach((frame, t) => send(frame, { timestamp: 1e12 + t * 1000, site: 'x' }));
    const messages = await out.reach(800);
    const [event] = await events.reach(1);
    const change = event.payload as ChangeEvent;

    assert.deepEqual([event.topic, event.site], ['changepoint', 'x']);
    assert.deepEqual(Object.keys(change).sort(), [
      'delay',
      'detectedAt',
      'detectedIndex',
      'id',
      'index',
      'kind',
      'method',
      'rarity',
      'scope',
      'score',
      'sensors',
      'since',
      'summary',
      'time',
    ]);
    assert.deepEqual([change.kind, change.scope, change.since], ['level', 'sensor', change.time]);
    assert.match(change.summary ?? '', /^s0 rose from -?[\d.]+ to [\d.]+$/);
    assert.ok(
      Math.abs(change.index - 600) <= 3 && change.detectedIndex >= change.index,
      JSON.stringify(change),
    );
    assert.deepEqual(
      [change.time, change.detectedAt],
      [1e12 + change.index * 1000, 1e12 + change.detectedIndex * 1000],
    );
    assert.equal(change.delay, change.detectedIndex - change.index);
    assert.deepEqual([change.method, change.sensors[0].name], ['calibrated', 's0']);
    assert.ok(Number.isFinite(change.sensors[0].contribution));

    messages.forEach((msg, t) => {
      assert.deepEqual(msg.payload, frames[t]);
      const { score, alarm, phase } = block(msg);
      assert.equal(score >= 1, alarm !== null);
      assert.equal(alarm !== null, t === change.detectedIndex);
      if (t < 420) assert.equal(phase, 'warming');
    });
    assert.deepEqual(block(messages[change.detectedIndex]).alarm, change);
    assert.equal(block(messages[change.detectedIndex + 1]).phase, 'warming');
    assert.equal(events.messages.length, 1);
  });

  it('tells of a change within a batch', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out, events } = collect();
    send(simulateChange(800, 600, 8));
    assert.equal((await out.reach(1)).length, 1);
    assert.equal((await events.reach(1)).length, 1);
  });

  it('shows when the last change was', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out } = collect();
    send(
      simulateChange(800, 600, 8).map((frame, t) => ({
        ...frame,
        timestamp: new Date(2024, 0, 1, 12, 0, t).getTime(),
      })),
    );
    await out.reach(1);
    while (!/^change 12:1\d:\d\d$/.test(statuses().at(-1)?.text ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(statuses().some(({ fill }) => fill === 'yellow'));
    send(undefined, { reset: true });
    send({ s0: 1 });
    while (statuses().at(-1)?.text !== 'learning 1/420')
      await new Promise((resolve) => setTimeout(resolve, 20));
  });

  for (const [method, frames] of [
    ['calibrated', 420],
    ['bocpd', 180],
    ['pelt-features', 180],
  ] as const)
    it(`says how long ${method} learns before the first alarm`, async () => {
      await startFlow(streamFlow('psmf-changepoint', { method }));
      send({ s0: 1 });
      while (statuses().at(-1)?.text !== `learning 1/${frames}`)
        await new Promise((resolve) => setTimeout(resolve, 20));
    });

  it('rounds what it says of a change, if told', async () => {
    const eventsWith = async (settings: object): Promise<ChangeEvent[]> => {
      await startFlow(streamFlow('psmf-changepoint', settings));
      const { out, events } = collect();
      send(simulateChange(800, 600, 8).map((frame, t) => ({ ...frame, timestamp: 1e12 + t * 1000.5 })));
      const [msg] = await out.reach(1);
      const blocks = msg.psmf as unknown as { change: ChangeBlock }[];
      const alarm = blocks.map(({ change }) => change.alarm).find((found) => found !== null) as ChangeEvent;
      const event = (await events.reach(1))[0].payload as ChangeEvent;
      await helper.unload();
      return [alarm, event];
    };
    const round = (value: number): number => Math.round(value * 10) / 10;
    const [exact] = await eventsWith({});
    const expected: ChangeEvent = {
      ...exact,
      score: round(exact.score),
      sensors: (exact.sensors as readonly ChangedSensor[]).map((sensor) => ({
        ...sensor,
        contribution: round(sensor.contribution),
        before: { level: round(sensor.before.level), spread: round(sensor.before.spread) },
        after: { level: round(sensor.after.level), spread: round(sensor.after.spread) },
      })),
    };
    assert.notDeepEqual(expected, exact);
    assert.deepEqual(await eventsWith({ decimals: 1 }), [expected, expected]);
  });

  for (const method of ['calibrated', 'bocpd', 'pelt-features', 'pelt-values']) {
    it(`finds a change by ${method}`, async () => {
      await startFlow(streamFlow('psmf-changepoint', { method }));
      const { events } = collect();
      send(simulateChange(800, 600, 8, 4));
      const [event] = await events.reach(1);
      assert.equal((event.payload as ChangeEvent).method, method);
    });
  }
});

describe('psmf-impute before psmf-changepoint', () => {
  afterEach(() => helper.unload());

  /** s0 is silent from frame 600 on, and what was filled in for it stands far off. */
  const gapFrames = simulateChange(800, 600, 8);
  const filledFrom = (t: number): string[] => (t >= 600 ? ['s0'] : []);

  for (const [what, isMarked, expected] of [
    ['an alarm if filled values were taken for readings', false, 1],
    ['no alarm, since filled values are not', true, 0],
  ] as const) {
    it(`gives ${what}`, async () => {
      await startFlow(streamFlow('psmf-changepoint'));
      const { completed, events } = collect();
      gapFrames.forEach((frame, t) =>
        send(frame, {
          timestamp: 1e12 + t * 1000,
          ...(isMarked ? { psmf: { impute: { filled: filledFrom(t) } } } : {}),
        }),
      );
      await completed.reach(800);
      assert.equal(events.messages.length, expected);
    });

    it(`gives ${what}, in a batch`, async () => {
      await startFlow(streamFlow('psmf-changepoint'));
      const { completed, events } = collect();
      send(
        gapFrames,
        isMarked ? { psmf: gapFrames.map((_, t) => ({ impute: { filled: filledFrom(t) } })) } : {},
      );
      await completed.reach(1);
      assert.equal(events.messages.length, expected);
    });
  }

  it('chains: readings with a long gap raise no alarm, and both blocks arrive', async () => {
    const [tab, impute, ...rest] = streamFlow('psmf-impute');
    await startFlow([
      tab,
      { ...impute, wires: [['cp'], []] },
      place({ id: 'cp', type: 'psmf-changepoint', wires: [['out'], ['events']] }),
      ...rest,
    ]);
    const out = new Collector('out');
    const events = new Collector('events');
    simulateChange(400, 1000, 0).forEach((frame, t) =>
      send(t >= 150 && t < 350 ? { ...frame, s1: null } : frame),
    );
    const messages = await out.reach(400);
    assert.deepEqual(Object.keys(messages[399].psmf ?? {}), ['impute', 'change']);
    assert.deepEqual((messages[200].psmf?.impute as { filled: string[] }).filled, ['s1']);
    assert.equal(events.messages.length, 0);
  });

  it('learns each frame once, though some of its readings come twice', async () => {
    const [tab, impute, ...rest] = streamFlow('psmf-impute', { frameMs: 1000, keepGoing: false });
    const changepoint = place({ id: 'cp', type: 'psmf-changepoint', wires: [['out'], ['events']] });
    await startFlow([tab, { ...impute, wires: [['cp'], []] }, changepoint, ...rest]);
    const { out } = collect();
    for (let t = 0; t < 20; t++) {
      const names = t % 5 === 3 ? ['a', 'a', 'b', 'c'] : ['a', 'b', 'c'];
      for (const topic of names) send(t, { topic, timestamp: 1e12 + t * 1000 });
    }
    const messages = await out.reach(23);
    const whole = messages.filter((msg) => !(msg.psmf?.impute as { late: boolean }).late);
    assert.deepEqual(
      whole.map((msg) => [(msg.psmf?.impute as { seq: number }).seq, block(msg).seq, block(msg).late]),
      whole.map((_, t) => [t + 1, t + 1, false]),
    );
    const late = messages.filter((msg) => !whole.includes(msg));
    assert.deepEqual(
      late.map((msg) => block(msg).late),
      [true, true, true, true],
    );
  });

  it('passes on, in a batch as well, what was late there', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out } = collect();
    const late = { impute: { late: true } };
    send({ a: 1 }, { psmf: late });
    send([{ a: 1 }, { a: 2 }, { a: 3 }], { psmf: [{}, late, {}] });
    const [one, batch] = await out.reach(2);
    assert.deepEqual([block(one).seq, block(one).late], [0, true]);
    const blocks = (batch.psmf as unknown as { change: ChangeBlock }[]).map(({ change }) => change);
    assert.deepEqual(
      blocks.map(({ seq, late: isLate }) => [seq, isLate]),
      [
        [1, false],
        [1, true],
        [2, false],
      ],
    );
  });

  it('is not evidence for psmf-filter either', async () => {
    await startFlow(streamFlow('psmf-filter', { model: 'rpsmf' }));
    const { out } = collect();
    for (let t = 0; t < 50; t++) send({ a: 1, b: 1 });
    send({ a: 1, b: 99 }, { psmf: { impute: { filled: ['b'] } } });
    const { residual } = (await out.reach(51))[50].psmf?.filter as { residual: object };
    assert.deepEqual(Object.keys(residual), ['a']);
  });
});

describe('psmf-changepoint: what is not told, and what is told besides', () => {
  afterEach(() => helper.unload());

  /** The first sensor stands higher from frame 600 on, and until `to`. */
  const frames = (to = Infinity): Record<string, number>[] => {
    const changed = simulateChange(800, 600, 8);
    const usual = simulateChange(800, Infinity, 0);
    return changed.map((frame, t) => (t < to ? frame : usual[t]));
  };

  it('holds alarms back during maintenance, which may come with readings, and says so', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out, events } = collect();
    send(frames().slice(0, 590));
    send(frames().slice(590, 595), { maintenance: true });
    send(frames().slice(595, 640));
    const [, begun, during] = await out.reach(3);
    for (const msg of [begun, during]) {
      const blocks = msg.psmf as unknown as { change: ChangeBlock }[];
      assert.ok(blocks.every(({ change }) => change.maintenance && change.alarm === null));
    }
    while (statuses().at(-1)?.text !== 'maintenance, no alarms')
      await new Promise((resolve) => setTimeout(resolve, 20));
    send(1, { maintenance: false }); // a number brings no reading then
    send({ s0: 1 });
    const after = (await out.reach(4))[3];
    assert.equal(block(after).maintenance, false);
    assert.equal(out.messages.length, 4);
    assert.deepEqual(events.messages, []);
  });

  it('refuses maintenance that is neither on nor off, or of no model', async () => {
    await startFlow(streamFlow('psmf-changepoint', { keyProperty: 'site' }));
    const { caught } = collect();
    send({ s0: 1 }, { site: 'x', maintenance: 'soon' });
    send({ s0: 1 }, { maintenance: true });
    const [first, second] = await caught.reach(2);
    assert.match((first.error as Error).message, /msg\.maintenance: expected true or false, got/);
    assert.match((second.error as Error).message, /a message that names its model, in msg\.site/);
  });

  it('does not tell again what was acknowledged, by id or as the last one', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out, events } = collect();
    send(frames());
    const [event] = await events.reach(1);
    assert.equal((event.payload as ChangeEvent).id, 1);
    send(undefined, { acknowledge: 1 });
    send(undefined, { acknowledge: true });
    send(undefined, { export: true });
    const { payload } = (await out.reach(2))[1];
    const { meta } = payload as { meta: { extra: { alerts: { normal: object[] } } } };
    assert.equal(meta.extra.alerts.normal.length, 1);
  });

  it('tells that a change is undone under a topic of its own', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { events } = collect();
    send(frames(630));
    const [change, resolved] = await events.reach(2);
    assert.deepEqual([change.topic, resolved.topic], ['changepoint', 'resolved']);
    const { event, id, sensors } = resolved.payload as ResolvedEvent;
    assert.deepEqual([event, id, sensors], ['resolved', 1, [{ name: 's0' }]]);
  });

  it('shows the pause after an alarm', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out } = collect();
    send(frames().slice(0, 620));
    const [{ psmf }] = await out.reach(1);
    const { pause } = (psmf as unknown as { change: ChangeBlock }[])[619].change;
    assert.ok(pause > 20 && pause < 60, `${pause}`);
    while (!new RegExp(`^change .*, pause of ${pause} frames$`).test(statuses().at(-1)?.text ?? ''))
      await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('leaves out changes that are too small', async () => {
    await startFlow(streamFlow('psmf-changepoint', { smallestChange: 's*: 20' }));
    const { out, events } = collect();
    send(frames());
    await out.reach(1);
    assert.deepEqual(events.messages, []);
  });
});
