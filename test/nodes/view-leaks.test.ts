import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NodeAPI } from 'node-red';
import type { Behaviour } from '../../nodes/message/behaviour';
import type { ShownFrame } from '../../nodes/message/shown-frame';
import { listKeys } from '../../nodes/view/describe-view';
import { ViewEndpoints } from '../../nodes/view/endpoints';
import { KEPT_UNWATCHED } from '../../nodes/view/model-view';
import { NodeView, type Watched } from '../../nodes/view/node-view';
import type { Answer } from '../../src/stream/stream-model';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const SENSORS = 100;
const names = Array.from({ length: SENSORS }, (_, j) => `s${j}`);
const show = (_: Answer, shown: ShownFrame): void => void shown.value.fill(1);
const behaviour = { block: 'impute', show } as unknown as Behaviour<Answer>;
const watched = {} as Watched<Answer>;
const answerAt = (time: number): Answer => ({ names, time, late: false, seq: time }) as unknown as Answer;

/** What the process holds once everything that can go has gone. */
function bytesHeld(): number {
  for (let i = 0; i < 3; i++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('the live view leaks nothing', () => {
  const real = { setInterval, clearInterval, now: performance.now.bind(performance) };
  const timers = new Set<{ readonly tick: () => void }>();
  let now = 0;
  beforeEach(() => {
    timers.clear();
    now = 0;
    Object.assign(globalThis, {
      setInterval: (tick: () => void) => {
        const timer = { tick, unref: () => timer };
        timers.add(timer);
        return timer;
      },
      clearInterval: (timer: { readonly tick: () => void }) => timers.delete(timer),
    });
    performance.now = () => now;
  });
  afterEach(() => {
    Object.assign(globalThis, { setInterval: real.setInterval, clearInterval: real.clearInterval });
    performance.now = real.now;
  });
  const passSeconds = (seconds: number): void => {
    now += 1000 * seconds;
    for (const { tick } of [...timers]) tick();
  };

  it('when it is opened and closed a thousand times', () => {
    const view = new NodeView(behaviour, watched, () => {});
    let time = 0;
    const openAndClose = (times: number): number => {
      for (let i = 0; i < times; i++) {
        view.watch(null);
        view.note('', answerAt(++time), false, []);
        assert.equal(view.first?.ring.sensors, SENSORS);
        passSeconds(11);
        assert.deepEqual([timers.size, view.first?.ring.sensors], [0, KEPT_UNWATCHED]);
      }
      return bytesHeld();
    };
    const before = openAndClose(1000);
    const more = openAndClose(1000) - before;
    assert.ok(more < 50_000, `${more} bytes more after 1,000 opens and closes`);
    assert.ok(view.bytes <= KEPT_UNWATCHED * 4096, `${view.bytes} bytes`);
  });

  it('when the keys of a thousand models are picked one after the other', () => {
    const view = new NodeView(behaviour, watched, () => {});
    for (let i = 0; i < 1000; i++) {
      view.watch(`site ${i}`);
      view.note(`site ${i}`, answerAt(i), false, []);
    }
    passSeconds(11);
    assert.deepEqual([timers.size, view.first?.key], [0, 'site 999']);
    assert.ok(view.bytes <= KEPT_UNWATCHED * 4096, `${view.bytes} bytes`);
  });

  it('when its node is deployed a thousand times while somebody watches', () => {
    const nothing = (): void => {};
    const RED = {
      auth: { needsPermission: () => nothing },
      httpAdmin: { get: nothing, post: nothing },
      comms: { publish: nothing },
    } as unknown as NodeAPI;
    const views = new ViewEndpoints<Answer>(RED, 'psmf-impute');
    const deploy = (times: number): number => {
      for (let i = 0; i < times; i++) {
        const view = views.open(`n${i % 7}`, (publish) => new NodeView(behaviour, watched, publish));
        view.watch(null);
        view.note('', answerAt(i), false, []);
        views.close(`n${i % 7}`);
      }
      assert.equal(timers.size, 0);
      return bytesHeld();
    };
    const before = deploy(1000);
    const more = deploy(1000) - before;
    assert.ok(more < 50_000, `${more} bytes more after 1,000 deploys`);
  });

  it('tells of news at most four times a second, however many frames there are', () => {
    const told: number[] = [];
    const view = new NodeView(behaviour, watched, (version) => told.push(version));
    view.watch(null);
    for (let i = 0; i < 5000; i++) view.note('', answerAt(i), false, []);
    for (let quarter = 0; quarter < 4; quarter++) passSeconds(0.25);
    assert.equal(told.length, 1);
  });

  it('lists 200 of 10,000 keys, the latest first, and says how many there are', () => {
    const keys = Array.from({ length: 10_000 }, (_, i) => `site ${i}`);
    const all = listKeys(keys, '');
    assert.deepEqual([all.keys.length, all.keys[0], all.found], [200, 'site 9999', 10_000]);
    assert.deepEqual(listKeys(keys, 'SITE 77').found, 111);
  });
});
