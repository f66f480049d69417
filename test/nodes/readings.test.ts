import assert from 'node:assert/strict';
import {
  blockNames,
  collect,
  deploy,
  helper,
  send,
  startFlow,
  streamFlow,
  streamTypes,
  type Message,
} from './flow';

for (const type of streamTypes) {
  const block = (msg: Message): Record<string, unknown> =>
    msg.psmf?.[blockNames[type]] as Record<string, unknown>;

  describe(`${type}: single readings`, () => {
    afterEach(() => helper.unload());

    it('become frames: the message of the last reading carries them, every reading is done at once', async () => {
      await startFlow(streamFlow(type));
      const { out, completed } = collect();
      const read = (topic: string, payload: unknown, _msgid: string): void =>
        send(payload, { topic, _msgid, more: _msgid });
      read('a', 1, 'm0');
      read('b', '2', 'm1');
      await completed.reach(2);
      assert.deepEqual(out.messages, []);
      read('a', Buffer.from('3'), 'm2');
      read('b', 4, 'm3');
      read('b', 5, 'm4');
      await completed.reach(5);
      const [first, second] = await out.reach(2);
      assert.deepEqual([first._msgid, first.more, second._msgid], ['m1', 'm1', 'm3']);
      assert.deepEqual(
        [first.payload, second.payload],
        [
          { a: 1, b: 2 },
          { a: 3, b: 4 },
        ],
      );
      assert.deepEqual([block(first).seq, block(second).seq], [1, 2]);
    });

    it('close a frame after frameMs, without those that are missing', async () => {
      await startFlow(streamFlow(type, { frameMs: 30, keepGoing: false, nameProperty: 'sensor' }));
      const { out } = collect();
      send(1, { sensor: 'a' });
      send('2', { sensor: 'b', _msgid: 'last' });
      const [msg] = await out.reach(1);
      assert.equal(msg._msgid, 'last');
      assert.deepEqual(msg.payload, { a: 1, b: 2 });
    });

    it('reject what is no number of a known sensor, and tell why', async () => {
      await startFlow(streamFlow(type, { sensors: ['a', 'b'] }));
      const { out } = collect();
      send(1, { topic: 'a' });
      send('broken', { topic: 'b' });
      send('ignored', { topic: 'c' });
      const [msg, passed] = await out.reach(2);
      assert.deepEqual(block(msg).rejected, { b: 'text that is not a plain decimal number' });
      assert.deepEqual([passed.payload, passed.psmf], ['ignored', undefined]);
    });

    it('are answered alone and not learned when they are late, retained or not to be learned', async () => {
      await startFlow(streamFlow(type));
      const { out, completed } = collect();
      const read = (topic: string, payload: number, more: object): void => send(payload, { topic, ...more });
      read('a', 1, { timestamp: 1000 });
      read('b', 1, { timestamp: 1010 });
      read('a', 2, { timestamp: 2000 });
      read('a', 9, { timestamp: 2000, _msgid: 'late' });
      read('a', 9, { retain: true, _msgid: 'retained' });
      read('a', 9, { learn: false, _msgid: 'asked' });
      read('b', 2, { timestamp: 2010, _msgid: 'second' });
      await completed.reach(7);
      const messages = await out.reach(5);
      assert.deepEqual(messages.map(({ _msgid }) => _msgid).slice(1), [
        'late',
        'retained',
        'asked',
        'second',
      ]);
      assert.deepEqual(
        messages.map((msg) => [block(msg).seq, block(msg).late]),
        [
          [1, false],
          [1, true],
          [1, false],
          [1, false],
          [2, false],
        ],
      );
      assert.equal(block(messages[4]).time, 2010);
    });

    it('are late if a psmf node before has found them late, alone or in the batch they were split from', async () => {
      await startFlow(streamFlow(type, { sensors: ['a', 'b'] }));
      const { out } = collect();
      const said = (time: number, late: boolean): object => ({ impute: { time, late } });
      const batch = [said(1000, false), said(20, true), said(2000, false)];
      send(1, { topic: 'a', psmf: said(20, true) });
      send(2, { topic: 'b', psmf: { filter: { late: true } } });
      send({ a: 1, b: 2 }, { psmf: batch, timestamp: 1000 });
      send({ a: 1, b: 2 }, { psmf: batch, timestamp: 20 });
      for (const timestamp of [20, 2000])
        for (const topic of ['a', 'b']) send(3, { topic, timestamp, psmf: batch });
      send({ a: 1, b: 2 }, { psmf: batch, timestamp: 3000 });
      const messages = await out.reach(8);
      assert.deepEqual(
        messages.map((msg) => [block(msg).seq, block(msg).late]),
        [
          [0, true],
          [0, true],
          [1, false],
          [1, true],
          [1, true],
          [1, true],
          [2, false],
          [3, false],
        ],
      );
      if (type !== 'psmf-impute') assert.deepEqual(messages[3].psmf?.impute, { time: 20, late: true });
    });

    it('are not late because another frame was, however a batch was split, sorted and joined since', async () => {
      await startFlow(streamFlow(type, { sensors: ['a', 'b'] }));
      const { out } = collect();
      const batch = [20, 21, 55, 56, 57].map((time) => ({ impute: { time, late: time < 50 } }));
      const frame = (timestamp: number): object => ({ a: 1, b: 2, timestamp });
      send([frame(55), frame(56)], { psmf: batch, parts: { index: 1, count: 3, len: 2 } });
      send({ a: 1, b: 2 }, { psmf: batch, timestamp: 57, parts: { index: 0, count: 5 } });
      send([{ a: 1, b: 2 }], { psmf: batch });
      send({ a: 1, b: 2 }, { psmf: batch, parts: { index: 0, count: 5 } });
      const messages = await out.reach(4);
      const late = messages.flatMap(({ psmf }) => psmf).map((entry) => block({ psmf: entry } as never).late);
      assert.deepEqual(late, [false, false, false, false, false]);
    });

    it('in a large part of a larger batch: what was said of each is found without looking through all for each', async () => {
      await startFlow(streamFlow(type, { sensors: ['a', 'b'] }));
      const { out } = collect();
      let looks = 0;
      const batch = Array.from({ length: 400 }, (_, i) => ({
        impute: {
          get time() {
            looks += 1;
            return i;
          },
          late: i === 250,
        },
      }));
      const part = Array.from({ length: 200 }, (_, i) => ({ a: 1, b: 2, timestamp: 200 + i }));
      send(part, { psmf: batch });
      const [{ psmf }] = await out.reach(1);
      const late = (psmf as unknown as object[]).map((entry) => block({ psmf: entry } as never).late);
      assert.deepEqual([late.indexOf(true), late.lastIndexOf(true)], [50, 50]);
      assert.ok(looks < 4000, `${looks} looks`);
    });

    it('are taken in again after one whose time was a year ahead', async () => {
      await startFlow(streamFlow(type, { sensors: ['a', 'b'] }));
      const { out } = collect();
      const now = Date.now();
      for (const timestamp of [now - 9000, now + 365 * 86_400_000, now - 7000, now - 6000])
        for (const topic of ['a', 'b']) send(1, { topic, timestamp });
      assert.deepEqual(
        (await out.reach(4)).map((msg) => [block(msg).seq, block(msg).late]),
        [1, 2, 3, 4].map((seq) => [seq, false]),
      );
    });

    it('keep to the cap on sensors', async () => {
      await startFlow(streamFlow(type, { maxSensors: 2 }));
      const { caught, completed } = collect();
      for (const topic of ['a', 'b', 'c', 'x'.repeat(300)]) send(1, { topic });
      const errors = (await caught.reach(2)) as unknown as { error: { message: string } }[];
      assert.match(errors[0].error.message, /The number of sensors: expected at most 2/);
      assert.match(errors[1].error.message, /sensor name of a single reading/);
      await completed.reach(2);
    });

    it('keep going when the stream falls silent, if told', async () => {
      await startFlow(streamFlow(type, { frameMs: 20, keepGoing: true, keyProperty: 'site' }));
      const { out } = collect();
      send(1, { topic: 'a', site: 'x', _msgid: 'read' });
      const [first, second, third] = await out.reach(3);
      assert.equal(first._msgid, 'read');
      assert.notEqual(second._msgid, 'read');
      assert.notEqual(second._msgid, third._msgid);
      assert.deepEqual([second.site, block(third).seq, block(third).key], ['x', 3, 'x']);
    });

    it('are learned when the node closes with a frame open', async () => {
      await startFlow(streamFlow(type));
      const { completed } = collect();
      send(1, { topic: 'a' });
      await completed.reach(1);
      await deploy(streamFlow(type, { name: 'again' }), 'full');
      const { out } = collect();
      send({ a: 2 });
      assert.equal(block((await out.reach(1))[0]).seq, 2);
    });

    it('are all refused, and close no frame, where one of their message has no room', async () => {
      const parts = { configVersion: 2, messageIs: 'part', maxSensors: 3, frameMs: 60_000 };
      await startFlow(streamFlow(type, parts));
      const { out, caught, completed } = collect();
      const start = Date.now() - 100_000;
      const give = (fields: object, t: number): void =>
        send({ ...fields, ts: start + 1000 * t }, { topic: 'at' });
      give({ a: 1, b: 2, c: 3 }, 1);
      give({ a: 1, b: 2 }, 2);
      give({ a: 1, d: 4 }, 3);
      const [refused] = (await caught.reach(1)) as unknown as { error: { message: string } }[];
      assert.match(refused.error.message, /The number of sensors: expected at most 3/);
      assert.equal(out.messages.length, 1);
      give({ a: 1 }, 4);
      assert.deepEqual(
        (await out.reach(2)).map((msg) => [block(msg).seq, block(msg).late]),
        [1, 2].map((seq) => [seq, false]),
      );
      await completed.reach(2);
    });
  });
}
