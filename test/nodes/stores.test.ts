import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeContextData } from 'node-red';
import { ContextStore } from '../../nodes/state/context-store';
import { open } from '../../src';
import { simulateFrames } from '../frame/simulation';
import {
  deploy,
  blockNames,
  Collector,
  collect,
  getNode,
  helper,
  logged,
  place,
  send,
  startFlow,
  stopContext,
  streamFlow,
  streamTypes,
} from './flow';
import type { Message, StreamType } from './flow';
import { SlowStore } from './slow-store';

const frames = simulateFrames(12, 3);
const seqOf = (type: StreamType, msg: Message): number =>
  (msg.psmf?.[blockNames[type]] as { seq: number }).seq;

/** Sends a few frames and gives back how many have been learned in all. */
async function learn(type: StreamType, count: number): Promise<number> {
  const { out } = collect();
  for (const frame of frames.slice(0, count)) send(frame);
  return seqOf(type, (await out.reach(count))[count - 1]);
}

for (const type of streamTypes) {
  describe(`${type}: stores and deploys`, () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'psmf-'));
    });
    afterEach(async () => {
      await helper.unload();
      await stopContext();
      rmSync(folder, { recursive: true, force: true });
    });

    for (const cache of [true, false]) {
      it(`goes on after a restart from files, ${cache ? 'cached' : 'without a cache'}`, async () => {
        const stores = (): object => ({
          default: { module: 'localfilesystem', config: { dir: folder, cache, flushInterval: 1 } },
        });
        await startFlow(streamFlow(type), stores());
        assert.equal(await learn(type, 5), 5);
        await helper.unload();
        await stopContext();
        await startFlow(streamFlow(type), stores());
        assert.equal(await learn(type, 2), 7);
        assert.deepEqual(logged('warn'), []);
      });
    }

    for (const kind of ['full', 'flows', 'nodes']) {
      it(`goes on after a deploy of ${kind}`, async () => {
        await startFlow(streamFlow(type));
        assert.equal(await learn(type, 5), 5);
        await deploy(streamFlow(type, { name: kind }), kind);
        assert.equal(await learn(type, 2), 7);
      });
    }

    it('goes on after it was disabled and enabled again', async () => {
      const store = new SlowStore();
      await startFlow(streamFlow(type), store.settings);
      assert.equal(await learn(type, 5), 5);
      await deploy(streamFlow(type, { d: true }), 'full');
      assert.equal(helper.getNode('n1'), null);
      await deploy(streamFlow(type), 'full');
      assert.equal(await learn(type, 2), 7);
    });

    it('saves what it has learned even if its answer cannot be sent, and says so once', async () => {
      const store = new SlowStore();
      await startFlow(streamFlow(type), store.settings);
      const { caught, completed } = collect();
      getNode('n1').send = () => {
        throw new Error('no wire');
      };
      send(frames[0]);
      const [{ error }] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
      assert.match(error.message, /no wire/);
      await helper.unload();
      assert.equal(open(store.peek('psmf_n1')).seq, 1);
      assert.deepEqual([caught.messages.length, completed.messages.length], [1, 0]);
    });

    it('keeps two nodes in one flow apart', async () => {
      await startFlow([
        ...streamFlow(type),
        place({ id: 'n2', type, wires: [['out2']] }),
        place({ id: 'out2', type: 'helper' }),
      ]);
      assert.equal(await learn(type, 5), 5);
      const out = new Collector('out2');
      getNode('n2').receive({ payload: frames[0] });
      assert.equal(seqOf(type, (await out.reach(1))[0]), 1);
    });

    it('keeps the instances of a subflow apart, each with its own state', async () => {
      const store = new SlowStore();
      const flow = [
        { id: 'tab', type: 'tab' },
        {
          id: 'sub',
          type: 'subflow',
          name: 'sub',
          in: [{ wires: [{ id: 'inner' }] }],
          out: [{ wires: [{ id: 'inner', port: 0 }] }],
        },
        { id: 'inner', type, z: 'sub', x: 0, y: 0, wires: [[]] },
        place({ id: 'one', type: 'subflow:sub', wires: [['out']] }),
        place({ id: 'two', type: 'subflow:sub', wires: [['out']] }),
        place({ id: 'out', type: 'helper', wires: [] }),
      ];
      const run = async (): Promise<number[]> => {
        await startFlow(flow, store.settings);
        const out = new Collector('out');
        for (const id of ['one', 'one', 'two']) {
          getNode(id).receive({ payload: frames[0] });
          await out.reach(out.messages.length + 1);
        }
        await helper.unload();
        return out.messages.map((msg) => seqOf(type, msg));
      };
      assert.deepEqual(await run(), [1, 2, 1]);
      assert.deepEqual(await run(), [3, 4, 2]);
    });

    it('says that it refuses settings it cannot use, and passes messages on', async () => {
      const bad: readonly (readonly [object, RegExp])[] = [
        [{ store: 'nowhere' }, /\bstore: expected one of the context stores .*, got "nowhere"/],
        [{ frameMs: 0 }, /\bframeMs: expected a number from 1 to/],
        [{ property: 'payload..x' }, /\bproperty: expected a property of the message/],
        [{ timeProperty: '[' }, /\btimeProperty: expected a property of the message/],
        [{ keyProperty: 'a b' }, /\bkeyProperty: expected a property of the message/],
        [{ propertyType: 'flow' }, /\bpropertyType: expected msg, got "flow"/],
        [{ sensors: 'a, b, a' }, /\bsensors: expected each name once, got "a"/],
        [{ sensors: [1] }, /\bsensors: expected names of at most/],
        [{ sensors: 'a,b,c', maxSensors: 2 }, /\bsensors: expected at most maxSensors \(2\) names, got 3/],
        [{ maxModels: 0 }, /\bmaxModels: expected a whole number from 1 to/],
        [{ format: 'table' }, /\bformat: expected same or chart, got "table"/],
        [{ decimals: 1.5 }, /\bdecimals: expected a whole number from 0 to 15/],
        [{ allowImport: 'perhaps' }, /\ballowImport: expected true or false/],
      ];
      for (const [settings, reason] of bad) {
        await startFlow(streamFlow(type, settings));
        const { out, caught, completed } = collect();
        send('anything', { topic: 'a' });
        const [{ error }] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
        assert.match(error.message, reason);
        assert.deepEqual(
          (await out.reach(1)).map(({ payload, psmf }) => [payload, psmf]),
          [['anything', undefined]],
        );
        assert.equal(completed.messages.length, 0);
        await helper.unload();
      }
    });
  });
}

describe('ContextStore with errors that are none', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ['disk full', 'disk full'],
    [{ message: 'no route' }, 'no route'],
    [{}, 'something went wrong that does not say what'],
    [42, '42'],
  ];
  for (const [thrown, message] of cases) {
    it(`makes one of ${JSON.stringify(thrown)}`, () => {
      const context = {
        get: (_key: string, _store: unknown, reply: (error: unknown) => void) => reply(thrown),
      };
      const answers: unknown[] = [];
      new ContextStore(context as unknown as NodeContextData, undefined).read('key', (error) =>
        answers.push(error?.message),
      );
      assert.deepEqual(answers, [message]);
    });
  }
});
