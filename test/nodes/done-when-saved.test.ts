import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '../../nodes/state/stored-index';
import { TakenError } from '../../nodes/state/taken-key';
import { simulateFrames } from '../frame/simulation';
import {
  blockNames,
  collect,
  getNode,
  helper,
  logged,
  send,
  startFlow,
  stopContext,
  streamFlow,
  streamTypes,
} from './flow';
import { SlowStore } from './slow-store';

const frames = simulateFrames(40, 3);
const SETTINGS = { doneWhenSaved: true, saveSeconds: 3600, saveAfter: 1000 };
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Asks for a save, and waits until the node says how that ended. */
async function save(more: object = {}): Promise<void> {
  const { completed, caught } = collect();
  getNode('n1').receive({ save: true, ...more });
  const ended = (): boolean =>
    [...completed.messages, ...caught.messages].some((msg) => (msg as { save?: unknown }).save === true);
  while (!ended()) await turn();
}

const codeOf = (msg: object): unknown => (msg as { error?: { code?: unknown } }).error?.code;

/** A store that others share: it can be told that another process has taken every key. */
class SharedStore extends SlowStore {
  isTaken = false;

  override set(...args: Parameters<SlowStore['set']>): void {
    if (this.isTaken) args[3](new TakenError(args[1]));
    else super.set(...args);
  }

  override get settings(): object {
    return { default: { module: Object.assign(() => this, { isShared: true }) } };
  }
}

for (const type of streamTypes) {
  describe(`${type}: done when saved`, () => {
    let store: SharedStore;
    beforeEach(() => {
      store = new SharedStore();
    });
    afterEach(async () => {
      await helper.unload();
      await stopContext();
    });

    it('answers at once, and is done when the state is in the store', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { out, completed } = collect();
      for (const frame of frames.slice(0, 5)) send(frame);
      await out.reach(5);
      await turn();
      assert.equal(completed.messages.length, 0);
      store.hold();
      getNode('n1').receive({ save: true });
      await turn();
      assert.equal(completed.messages.length, 0, 'done before the store had answered');
      store.release();
      await completed.reach(6);
      assert.equal((store.peek('psmf_n1') as { seq: number }).seq, 5);
    });

    it('saves when enough messages wait', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, saveAfter: 10 }), store.settings);
      const { completed } = collect();
      for (const frame of frames.slice(0, 9)) send(frame);
      await turn();
      assert.equal(completed.messages.length, 0);
      send(frames[9]);
      await completed.reach(10);
      assert.equal(store.writes, 1);
    });

    it('saves within saveSeconds however few wait', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, saveSeconds: 1 }), store.settings);
      const { completed } = collect();
      send(frames[0]);
      await completed.reach(1);
      assert.equal(store.writes, 1);
    });

    it('waits with late messages too, for what is in memory', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { out, completed } = collect();
      send(frames[0], { timestamp: 1000 });
      send(frames[1], { timestamp: 2000 });
      send(frames[0], { timestamp: 1000 });
      await out.reach(3);
      await turn();
      assert.equal(completed.messages.length, 0);
      await save();
      assert.equal(completed.messages.length, 4);
      send(frames[1], { timestamp: 2000 });
      await completed.reach(5);
    });

    it('counts messages that come again without a time of their own', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { out } = collect();
      const texts: unknown[] = [];
      getNode('n1').status = (status) => void texts.push((status as { text: string }).text);
      send(frames[0]);
      send(frames[0], { redelivered: true });
      send(frames[1], { redelivered: true, timestamp: 1000 });
      await out.reach(3);
      while (!/, 1 untimed/.test(String(texts.at(-1)))) await turn();
    });

    it('lets no model leave before it is saved, however few fit: messages of further keys wait', async () => {
      const settings = { ...SETTINGS, keyProperty: 'site', maxModels: 1, saveAfter: 1 };
      await startFlow(streamFlow(type, settings), store.settings);
      const { out, completed, caught } = collect();
      store.holdWrites();
      for (let site = 0; site < 6; site++) send(frames[0], { site });
      for (let i = 0; i < 20; i++) await turn(); // whatever is going to leave leaves
      for (let site = 0; site < 6; site++) send(frames[1], { site });
      for (let i = 0; i < 20; i++) await turn();
      store.release();
      await completed.reach(12);
      assert.deepEqual(caught.messages, []);
      const seqs = out.messages.map((msg) => (msg.psmf?.[blockNames[type]] as { seq: number }).seq);
      assert.deepEqual(seqs.sort(), [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    });

    it('is done with a batch once all of it is saved', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { completed } = collect();
      send(frames.slice(0, 5));
      await turn();
      assert.equal(completed.messages.length, 0);
      await save();
      assert.equal(completed.messages.length, 2);
    });

    it('holds every reading of a frame', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, frameMs: 60_000 }), store.settings);
      const { completed } = collect();
      const give = (name: string, time: number): void => send(time, { topic: name, timestamp: time });
      for (const time of [1000, 2000]) for (const name of ['a', 'b', 'c']) give(name, time);
      await turn();
      await save();
      assert.equal(completed.messages.length, 7);
      give('a', 3000);
      await save();
      assert.equal(completed.messages.length, 8, 'a reading of an open frame is not learned yet');
      give('b', 3000);
      give('c', 3000);
      await save();
      assert.equal(completed.messages.length, 12);
    });

    it('is done with readings whose frame is open when a sensor is forgotten', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, frameMs: 60_000 }), store.settings);
      const { completed } = collect();
      send({ a: 1, b: 2 });
      send(1.5, { topic: 'a' });
      await turn();
      assert.equal(completed.messages.length, 0);
      getNode('n1').receive({ forget: 'b' });
      await completed.reach(1);
      assert.equal(completed.messages[0].topic, 'a');
      await save();
      assert.equal(completed.messages.length, 4);
    });

    it('is done with readings that a reset forgets', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, frameMs: 60_000 }), store.settings);
      const { completed } = collect();
      send(1, { topic: 'a', timestamp: 1000 });
      getNode('n1').receive({ reset: true });
      await completed.reach(2);
    });

    it('reports to every message that waits if the store fails, and is done after the next good save', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { caught, completed } = collect();
      for (const frame of frames.slice(0, 5)) send(frame);
      await turn();
      store.writesFail = true;
      await save();
      assert.deepEqual([...new Set(caught.messages.map(codeOf))], ['NOT_SAVED']);
      assert.equal(caught.messages.length, 6);
      store.writesFail = false;
      send(frames[5]);
      await save();
      assert.equal(completed.messages.length, 2);
      assert.equal((store.peek('psmf_n1') as { seq: number }).seq, 6);
    });

    it('refuses messages while the state cannot be read, and learns once it can', async () => {
      store.readsFail = true;
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site' }), store.settings);
      const { caught, completed } = collect();
      send(frames[0], { site: 'a' });
      await caught.reach(1);
      assert.equal(codeOf(caught.messages[0]), 'NOT_READY');
      store.readsFail = false;
      send(frames[0], { site: 'a' });
      await turn();
      await save();
      assert.equal(completed.messages.length, 2);
    });

    it('gives up a model that another process has taken, and loads it anew', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site' }), store.settings);
      const { caught, completed } = collect();
      for (const frame of frames.slice(0, 5)) send(frame, { site: 'a' });
      await turn();
      await save();
      for (const frame of frames.slice(5, 10)) send(frame, { site: 'a' });
      store.isTaken = true;
      await save();
      assert.deepEqual([...new Set(caught.messages.map(codeOf))], ['NOT_SAVED']);
      store.isTaken = false;
      const reads = store.reads;
      for (const frame of frames.slice(5, 8)) send(frame, { site: 'a' });
      await turn();
      await save();
      assert.equal(store.reads, reads + 1);
      assert.equal(completed.messages.length, 10);
      assert.deepEqual(logged('warn'), []);
    });

    it('saves one key alone, and forgets on request what is in memory of a key', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site' }), store.settings);
      const { caught, completed, out } = collect();
      for (const frame of frames.slice(0, 3)) for (const site of ['a', 'b']) send(frame, { site });
      await turn();
      await save({ site: 'a' });
      assert.equal(completed.messages.length, 4);
      getNode('n1').receive({ site: 'b', release: true });
      send(frames[3], { site: 'b' });
      await out.reach(7);
      assert.equal(caught.messages.length, 3, 'what was learned of b in vain is reported');
      assert.equal(
        (out.messages[6].psmf as Record<string, { seq: number }>)[Object.keys(out.messages[6].psmf ?? {})[0]]
          .seq,
        1,
      );
      getNode('n1').receive({ site: 'a', release: true });
      send(frames[3], { site: 'a' });
      await out.reach(8);
      assert.equal(
        (out.messages[7].psmf as Record<string, { seq: number }>)[Object.keys(out.messages[7].psmf ?? {})[0]]
          .seq,
        4,
      );
    });

    it('reads a released model only after the write of it that is under way, and loses nothing that is done', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site' }), store.settings);
      const { completed, out } = collect();
      for (const frame of frames.slice(0, 3)) send(frame, { site: 'a' });
      await out.reach(3);
      store.holdWrites();
      getNode('n1').receive({ site: 'a', save: true });
      await turn();
      getNode('n1').receive({ site: 'a', release: true });
      send(frames[3], { site: 'a' });
      await turn();
      store.release();
      await completed.reach(5);
      await out.reach(4);
      assert.equal((out.messages[3].psmf?.[blockNames[type]] as { seq: number }).seq, 4);
    });

    it('is done with a reset of all models when those in memory are gone from the store', async () => {
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site' }), store.settings);
      const { caught, completed } = collect();
      const isReset = (msg: object): boolean => (msg as { reset?: unknown }).reset === true;
      send(frames[0], { site: 'a' });
      await turn();
      await save();
      store.holdWrites();
      getNode('n1').receive({ reset: true });
      await turn();
      assert.equal(completed.messages.some(isReset), false);
      store.writesFail = true;
      store.release();
      while (!caught.messages.some(isReset)) await turn();
      assert.equal(codeOf(caught.messages[0]), 'NOT_SAVED');
      store.writesFail = false;
      getNode('n1').receive({ reset: true });
      while (!completed.messages.some(isReset)) await turn();
      assert.equal(store.peek(`psmf_n1_${hashKey('a')}`), undefined);
    });

    it('resets, and drops in the end, what lies in the store of a key that was released', async () => {
      const own = new SlowStore();
      await startFlow(streamFlow(type, { ...SETTINGS, keyProperty: 'site', maxModels: 2 }), own.settings);
      const { completed } = collect();
      const isKept = (site: string): boolean => own.peek(`psmf_n1_${hashKey(site)}`) !== undefined;
      const sites = ['a', 'b', 'c', 'd'];
      for (const site of sites) {
        send(frames[0], { site });
        await turn();
        await save({ site });
        getNode('n1').receive({ site, release: true });
        await turn();
      }
      assert.deepEqual(sites.map(isKept), [false, false, true, true]);
      getNode('n1').receive({ reset: true });
      await completed.reach(13);
      await helper.unload();
      assert.deepEqual(sites.filter(isKept), []);
    });

    it('is done with all that wait when the node closes', async () => {
      await startFlow(streamFlow(type, SETTINGS), store.settings);
      const { out } = collect();
      const node = getNode('n1') as unknown as { _complete: (msg: unknown, error?: Error) => void };
      const ended: (Error | undefined)[] = [];
      node._complete = (_msg, error) => void ended.push(error);
      for (const frame of frames.slice(0, 5)) send(frame);
      await out.reach(5);
      await helper.unload();
      assert.deepEqual(ended, Array(5).fill(undefined));
    });

    it('is a plain setting: msg.save and msg.release mean nothing without it', async () => {
      await startFlow(streamFlow(type, {}), store.settings);
      const { out, completed } = collect();
      send(frames[0], { save: true, release: true });
      await completed.reach(1);
      assert.equal((out.messages[0] as { release?: unknown }).release, true);
    });

    for (const [name, contextStorage] of [
      ['no store', {}],
      ['the memory store', { default: { module: 'memory' } }],
      ['a cached file store', { default: { module: 'localfilesystem' } }],
    ] as const) {
      it(`refuses to start with ${name}, and tells the way out`, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'psmf-'));
        const stores = JSON.parse(JSON.stringify(contextStorage)) as Record<string, object>;
        if (stores.default !== undefined) Object.assign(stores.default, { config: { dir: folder } });
        await startFlow(streamFlow(type, SETTINGS), stores);
        const { caught } = collect();
        send(frames[0]);
        await caught.reach(1);
        assert.match(
          String(logged('error')[0]),
          /Done when saved: expected a context store that answers.*cache: false/s,
        );
        await helper.unload();
        rmSync(folder, { recursive: true, force: true });
      });
    }

    it('works with a file store without a cache', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'psmf-'));
      const stores = { default: { module: 'localfilesystem', config: { dir: folder, cache: false } } };
      await startFlow(streamFlow(type, SETTINGS), stores);
      const { completed } = collect();
      send(frames[0]);
      await turn();
      await save();
      assert.equal(completed.messages.length, 2);
      await helper.unload();
      rmSync(folder, { recursive: true, force: true });
    });
  });
}
