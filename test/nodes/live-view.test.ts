import assert from 'node:assert/strict';
import { mark, createShownFrame } from '../../nodes/message/shown-frame';
import { FrameRing, RING_FRAMES } from '../../nodes/view/frame-ring';
import { KEPT_UNWATCHED } from '../../nodes/view/model-view';
import {
  collect,
  deploy,
  getNode,
  helper,
  startFlow,
  streamFlow,
  type StreamType,
  streamTypes,
} from './flow';

interface Row {
  readonly name: string;
  readonly mark: number;
  readonly value: number | null;
  readonly seen: number | null;
  readonly kind: string | null;
  readonly isSilent: boolean;
  readonly isHeld: boolean;
  readonly series: { readonly origin: number; readonly value: string } | null;
}
interface View {
  readonly version: number;
  readonly key: string;
  readonly seq: number;
  readonly sensors: number;
  readonly found: number;
  readonly isPaused: boolean;
  readonly bytes: number;
  readonly missing: number | null;
  readonly saved: string | null;
  readonly rows?: readonly Row[];
  readonly events: readonly { readonly topic: string; readonly payload: object }[];
}

/** The part of supertest that is used. */
interface Asking extends Promise<{ readonly status: number; readonly body: unknown }> {
  query(query: object): Asking;
  send(body: object): Asking;
}
const requester = helper as unknown as { request(): Record<'get' | 'post', (path: string) => Asking> };
const ask = (method: 'get' | 'post', path: string): Asking => requester.request()[method](path);

const getView = async (type: StreamType, query: object = {}): Promise<View> => {
  const { status, body } = await ask('get', `/psmf/${type}/n1`).query({ count: 100, ...query });
  assert.equal(status, 200);
  return body as View;
};
const command = (type: StreamType, body: object): Asking => ask('post', `/psmf/${type}/n1/ask`).send(body);

const numbersOf = ({ origin, value }: { readonly origin: number; readonly value: string }): number[] => {
  const bytes = new Uint8Array(Buffer.from(value, 'base64'));
  return Array.from(new Float32Array(bytes.buffer), (number) => number + origin);
};

/** Sends frames and waits until they are through. */
async function feed(frames: readonly object[], more: object = {}): Promise<void> {
  const { out } = collect();
  frames.forEach((payload, i) => getNode('n1').receive({ payload, timestamp: 1000 * (i + 1), ...more }));
  await out.reach(frames.length);
}
const frameAt = (t: number): Record<string, number> => ({
  a: Math.sin(t / 5),
  b: 10 + Math.cos(t / 5),
  c: t,
});

describe('the ring of the last frames', () => {
  it('shows nothing of a forgotten sensor under the name of the one that has its column now', () => {
    const ring = new FrameRing();
    const shown = createShownFrame(2);
    ring.keep(2);
    for (let t = 0; t < 20; t++) {
      shown.value.set([t, 1e6]);
      shown.mark.fill(mark.observed);
      ring.push(t, shown);
    }
    ring.forget(1);
    shown.value.set([20, 3]);
    ring.push(20, shown);
    const { value, origin } = ring.series(1) ?? assert.fail();
    assert.deepEqual([...value.subarray(0, 20)], new Array(20).fill(NaN));
    assert.equal(value[20] + origin, 3);
    const first = ring.series(0) ?? assert.fail();
    assert.deepEqual(
      Array.from(first.value, (v) => v + first.origin),
      [...new Array(21).keys()],
    );
    assert.equal(ring.lastSeen(1), 20);
  });

  it('keeps the last 200 as a plain list would, whatever the magnitude of the values', () => {
    for (const base of [0, -3, 1e9, 1e300]) {
      const ring = new FrameRing();
      const shown = createShownFrame(2);
      ring.keep(2);
      const sent: number[] = [];
      for (let t = 0; t < 333; t++) {
        shown.value[0] = base + 0.25 * t;
        shown.value[1] = -base;
        shown.mark[0] = t % 3 === 0 ? mark.observed : mark.filled;
        sent.push(shown.value[0]);
        ring.push(1000 * t, shown);
      }
      const series = ring.series(0);
      assert.ok(series !== null);
      assert.deepEqual(
        Array.from(series.value, (value) => value + series.origin),
        sent.slice(-RING_FRAMES),
      );
      assert.deepEqual([...ring.times()], sent.map((_, t) => 1000 * t).slice(-RING_FRAMES));
      assert.equal(ring.lastSeen(0), 330_000);
      assert.equal(ring.lastSeen(1), null);
      assert.equal(ring.series(2), null);
    }
  });

  it('keeps what it knows of the sensors that stay when it keeps more of them, or fewer', () => {
    const ring = new FrameRing();
    const shown = createShownFrame(3);
    shown.value.set([1, 2, 3]);
    ring.keep(2);
    ring.push(1, shown);
    ring.keep(3);
    ring.push(2, shown);
    ring.keep(1);
    assert.deepEqual([...(ring.series(0)?.value ?? [])], [0, 0]);
    ring.keep(3);
    assert.deepEqual([...(ring.series(2)?.value ?? [])], [NaN, NaN]);
  });

  it('takes at most 4 kB a sensor', () => {
    const ring = new FrameRing();
    ring.keep(32);
    assert.ok(ring.bytes <= 32 * 4096, `${ring.bytes}`);
  });

  it('shows a difference beyond what four bytes hold as a large one, never as infinite', () => {
    const ring = new FrameRing();
    const shown = createShownFrame(1);
    ring.keep(1);
    shown.value[0] = 0;
    ring.push(1, shown);
    shown.value[0] = 1e300;
    ring.push(2, shown);
    assert.ok(Number.isFinite(ring.series(0)?.value[1]));
  });
});

describe('the live view', () => {
  afterEach(() => helper.unload());

  for (const type of streamTypes) {
    it(`of ${type} shows readings, gaps and times of the frames that went through`, async () => {
      await startFlow(streamFlow(type));
      await feed(Array.from({ length: 60 }, (_, t) => (t < 50 ? frameAt(t) : { a: 1, c: t })));
      const view = await getView(type);
      assert.deepEqual([view.seq, view.sensors, view.found], [60, 3, 3]);
      const [a, b, c] = view.rows ?? [];
      assert.deepEqual([a.name, b.name, c.name], ['a', 'b', 'c']);
      assert.deepEqual([a.mark & mark.kinds, c.value, c.seen, b.seen], [mark.observed, 59, 60_000, 50_000]);
      assert.notEqual(b.mark & mark.kinds, mark.observed);
      assert.ok(c.series !== null);
      assert.deepEqual(
        numbersOf(c.series),
        Array.from({ length: 60 }, (_, t) => t),
      );
    });

    it(`of ${type} resets, exports and imports as a message would, whether or not messages may import`, async () => {
      await startFlow(streamFlow(type));
      await feed(Array.from({ length: 60 }, (_, t) => frameAt(t)));
      const exported = await command(type, { command: 'export', key: '' });
      assert.equal(exported.status, 200);
      const { result } = exported.body as { readonly result: object };
      assert.equal((await command(type, { command: 'reset', key: '' })).status, 200);
      assert.equal((await getView(type)).seq, 0);
      assert.equal((await command(type, { command: 'import', key: '', value: result })).status, 200);
      const again = await command(type, { command: 'export', key: '' });
      assert.deepEqual(again.body, exported.body);
    });
  }

  it('says what a sensor is, and what the model and this view of it take', async () => {
    await startFlow(streamFlow('psmf-impute', { kinds: 'c: counter' }));
    await feed(Array.from({ length: 60 }, (_, t) => frameAt(t)));
    const { rows = [], bytes } = await getView('psmf-impute');
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['plain', 'plain', 'counter'],
    );
    assert.ok(bytes > 3 * 2000 && bytes < 1e6, `${bytes}`);
  });

  it('calls silent what is not read for longer than it usually is, and held what reports when it has moved', async () => {
    await startFlow(streamFlow('psmf-impute', { kinds: 'd: on-change' }));
    await feed(
      Array.from({ length: 300 }, (_, t) => ({
        a: Math.sin(t / 5),
        ...(t % 20 === 0 ? { b: t % 7 } : {}),
        ...(t < 290 ? { c: Math.cos(t / 5) } : {}),
        ...(t % 40 === 0 ? { d: t / 40 } : {}),
      })),
    );
    const { rows = [] } = await getView('psmf-impute');
    const [a, b, d, c] = ['a', 'b', 'd', 'c'].map((name) => rows.find((row) => row.name === name));
    assert.deepEqual([a?.isSilent, b?.isSilent, d?.isSilent, c?.isSilent], [false, false, false, true]);
    assert.deepEqual([a?.isHeld, b?.isHeld, d?.isHeld, c?.isHeld], [false, false, true, false]);
    await helper.unload();
    await startFlow(streamFlow('psmf-filter'));
    await feed([frameAt(0), frameAt(1)]);
    const { rows: others = [] } = await getView('psmf-filter');
    assert.ok(others.length === 3 && others.every(({ isSilent, isHeld }) => !isSilent && !isHeld));
  });

  it('says nothing twice: an answer without rows where nothing is new', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed([frameAt(0), frameAt(1)]);
    const { version } = await getView('psmf-impute');
    const second = await getView('psmf-impute', { known: version });
    assert.deepEqual([second.version, second.rows], [version, undefined]);
  });

  it('lists who fell silent', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed(Array.from({ length: 60 }, (_, t) => (t < 50 ? frameAt(t) : { a: 1, c: t })));
    const { events } = await getView('psmf-impute');
    assert.deepEqual(
      events.map(({ topic, payload }) => [topic, (payload as { readonly sensor: string }).sensor]),
      [['sensor', 'b']],
    );
  });

  it('answers and does not learn while learning is paused', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed(Array.from({ length: 50 }, (_, t) => frameAt(t)));
    const pause = (isPaused: boolean): Asking => ask('post', '/psmf/psmf-impute/n1/pause').send({ isPaused });
    assert.equal((await pause(true)).status, 200);
    const { out } = collect();
    getNode('n1').receive({ payload: { a: 1 }, timestamp: 51_000 });
    const [{ payload }] = await out.reach(1);
    assert.deepEqual(Object.keys(payload as object), ['a', 'b', 'c']);
    const view = await getView('psmf-impute');
    assert.deepEqual([view.seq, view.isPaused], [50, true]);
    await pause(false);
    getNode('n1').receive({ payload: { a: 1 }, timestamp: 52_000 });
    await out.reach(2);
    assert.equal((await getView('psmf-impute')).seq, 51);
  });

  it('keeps the first sensors while nobody watches, and all while somebody does', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const wide = (t: number): object =>
      Object.fromEntries(Array.from({ length: 50 }, (_, j) => [`s${j}`, Math.sin(t + j)]));
    await feed(Array.from({ length: 5 }, (_, t) => wide(t)));
    const kept = ({ rows = [] }: View): number => rows.filter(({ series }) => series !== null).length;
    assert.equal(kept(await getView('psmf-impute')), KEPT_UNWATCHED);
    getNode('n1').receive({ payload: wide(6), timestamp: 6000 });
    assert.equal(kept(await getView('psmf-impute')), 50);
  });

  it('finds sensors by a part of their name, whatever its case', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed([{ 'Room/Temp': 1, 'Room/Humidity': 2, outside: 3 }]);
    const view = await getView('psmf-impute', { search: 'room' });
    assert.deepEqual([view.sensors, view.found, view.rows?.length], [3, 2, 2]);
  });

  it('lists keys, shows the one that is picked, and creates none', async () => {
    await startFlow(streamFlow('psmf-impute', { keyProperty: 'site' }));
    await feed([frameAt(0), frameAt(1)], { site: 'north' });
    await feed([frameAt(0)], { site: 'south' });
    const { body } = await ask('get', '/psmf/psmf-impute/n1/keys').query({ search: '' });
    assert.deepEqual(body, { keys: ['south', 'north'], found: 2 });
    assert.equal((await getView('psmf-impute')).key, 'north');
    assert.equal((await getView('psmf-impute', { key: 'south' })).seq, 1);
    const unknown = await ask('get', '/psmf/psmf-impute/n1').query({ key: 'east' });
    assert.equal(unknown.status, 404);
    assert.equal((await command('psmf-impute', { command: 'reset', key: 'east' })).status, 404);
    assert.equal((await command('psmf-impute', { command: 'reset', key: 'south' })).status, 200);
    assert.equal((await getView('psmf-impute', { key: 'north' })).seq, 2);
  });

  it('shows two models to two who have picked their keys, each with all its frames', async () => {
    await startFlow(streamFlow('psmf-impute', { keyProperty: 'site' }));
    const sites = ['north', 'south'];
    for (const site of sites) await feed([frameAt(0)], { site });
    for (let t = 1; t < 10; t++)
      for (const site of sites) {
        await getView('psmf-impute', { key: site });
        await feed([frameAt(t)], { site, timestamp: 1000 * (t + 1) });
      }
    for (const site of sites) {
      const { seq, rows = [] } = await getView('psmf-impute', { key: site });
      assert.equal(seq, 10);
      assert.ok(rows[2].series !== null);
      assert.deepEqual(numbersOf(rows[2].series).slice(-9), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  it('counts as missing what a sensor did not send: not before it was kept, and not once it is forgotten', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const wide = (t: number): object =>
      Object.fromEntries(Array.from({ length: 50 }, (_, j) => [`s${j}`, Math.sin(t + j)]));
    await feed(Array.from({ length: 20 }, (_, t) => wide(t)));
    assert.equal((await getView('psmf-impute')).missing, 0);
    await feed([wide(20)], { timestamp: 21_000 });
    assert.equal((await getView('psmf-impute')).missing, 0);
    await command('psmf-impute', { command: 'forget', key: '', value: 's49' });
    const { s49, ...rest } = wide(21) as Record<string, number>;
    await feed([rest], { timestamp: 22_000 });
    const { sensors, missing } = await getView('psmf-impute');
    assert.deepEqual([sensors, missing, s49 !== undefined], [49, 0, true]);
  });

  it('says when the model was saved, also if no frame comes after that', async () => {
    await startFlow(streamFlow('psmf-impute', { saveSeconds: '1' }));
    await feed([frameAt(0), frameAt(1)]);
    let { version, saved } = await getView('psmf-impute');
    assert.equal(saved, 'soon');
    for (let i = 0; i < 50 && saved !== 'yes'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      ({ version, saved } = await getView('psmf-impute', { known: version }));
    }
    assert.equal(saved, 'yes');
  });

  it('answers what cannot be done with a reason, and leaves the model as it is', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed([frameAt(0), frameAt(1)]);
    const bad = await command('psmf-impute', { command: 'import', key: '', value: { format: 'other' } });
    assert.equal(bad.status, 400);
    assert.match((bad.body as { readonly message: string }).message, /format/);
    assert.equal((await command('psmf-impute', { command: 'explode', key: '' })).status, 400);
    assert.equal((await command('psmf-impute', { command: 'reset' })).status, 400);
    assert.equal((await getView('psmf-impute')).seq, 2);
  });

  it('is gone with its node', async () => {
    await startFlow(streamFlow('psmf-impute'));
    assert.deepEqual((await ask('get', '/psmf/psmf-impute/other')).body, { running: false });
    await deploy([{ id: 'tab', type: 'tab', label: 'empty' }]);
    assert.deepEqual((await ask('get', '/psmf/psmf-impute/n1')).body, { running: false });
    assert.equal((await command('psmf-impute', { command: 'reset', key: '' })).status, 404);
  });

  it('says who moves with whom', async () => {
    await startFlow(streamFlow('psmf-impute'));
    await feed(
      Array.from({ length: 60 }, (_, t) => ({
        a: Math.sin(t / 5),
        b: -2 * Math.sin(t / 5),
        c: (t * 7919) % 13,
      })),
    );
    const { body } = await ask('get', '/psmf/psmf-impute/n1/together');
    const { names, similarity } = body as { readonly names: string[]; readonly similarity: number[] };
    assert.deepEqual(names, ['a', 'b', 'c']);
    assert.ok(
      Math.abs(similarity[1] + 1) < 1e-6 && Math.abs(similarity[2]) < 0.3,
      JSON.stringify(similarity),
    );
  });
});
