import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import {
  blockNames,
  collect,
  Collector,
  getNode,
  helper,
  send,
  startFlow,
  streamFlow,
  streamTypes,
  type Message,
} from './flow';

const nested = (depth: number): object => {
  let value: object = {};
  for (let i = 0; i < depth; i++) value = { a: value };
  return value;
};
const wide = (count: number, value: (i: number) => unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value(i)]));
/** Payloads without a sensor name, each with what is said about it. */
const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', undefined, /The frame: expected an object .*, got undefined/],
  ['a function', () => 1, /The frame: expected/],
  ['a date', new Date(0), /The frame: .* got Date/],
  ['a map', new Map(), /The frame: .* got Map/],
  ['a DataView', new DataView(new ArrayBuffer(8)), /The frame: .* got DataView/],
  ['a number', 21.5, /sensor name of a single reading: .*msg\.topic, got undefined/],
  ['a text', '21.5', /sensor name of a single reading/],
  ['a comma decimal', '12,5', /sensor name of a single reading/],
  ['a huge text', 'x'.repeat(5_000_000), /sensor name of a single reading/],
  ['a buffer', Buffer.from([0, 255, 254, 1]), /sensor name of a single reading/],
  ['null', null, /sensor name of a single reading/],
  ['a boolean', true, /sensor name of a single reading/],
  ['a BigInt', 12n, /sensor name of a single reading/],
  ['too many numbers', wide(10_000, (i) => i), /The number of sensors: expected at most 1024/],
  ['too long a list', new Array(5000).fill(1), /The number of sensors: expected at most 1024/],
  ['a batch of nonsense', [{ a: 1 }, 'x'], /Frame 1 of the batch/],
  ['a batch of batches', [[[1]], [[2]]], /Frame 0 of the batch/],
  ['too long a batch', new Array(100_001).fill({}), /The list: expected at most 100000 entries, got 100001/],
];

/** Payloads that are frames all right, if odd ones. */
const taken: readonly (readonly [string, unknown])[] = [
  ['an empty object', {}],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  [
    'names of Object.prototype',
    JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3, "hasOwnProperty": 4}'),
  ],
  ['10,000 fields that are no numbers', wide(10_000, () => 'x')],
  ['nested lists', { a: [[[1]]], b: 1 }],
  ['an object of another realm', runInNewContext('({ a: 1, list: [1, 2] })')],
  ['an array of another realm', runInNewContext('[1, null, 3]')],
  ['a batch of another realm', runInNewContext('[{ a: 1 }, { a: 2 }]')],
  ['only nulls', [null, null]],
  ['a batch with a hole', [{ a: 1 }, null, { a: 2 }]],
  ['numbers beyond measure', { a: 1e300, b: -1e300, c: 1 }],
  [
    'everything at once',
    { a: NaN, b: Infinity, c: true, d: 1n, e: () => 1, f: Symbol('x'), g: '12,5', h: '0x10', i: '' },
  ],
];

for (const type of streamTypes) {
  describe(`${type}: odd payloads`, () => {
    afterEach(() => helper.unload());

    it('are refused with a reason, one done each, and do no harm', async () => {
      await startFlow(streamFlow(type));
      const { out, caught, completed } = collect();
      send({ a: 1, b: 2 });
      for (const [what, payload] of refused) send(payload, { _msgid: what });
      const errors = (await caught.reach(refused.length)) as unknown as {
        _msgid: string;
        error: { message: string };
      }[];
      send({ a: 1, b: 2 });
      await completed.reach(2);
      refused.forEach(([what, , reason], i) => {
        assert.equal(errors[i]._msgid, what);
        assert.match(errors[i].error.message, reason, what);
      });
      assert.equal(caught.messages.length, refused.length);
      const blocks = (await out.reach(2)).map((msg) => msg.psmf?.[blockNames[type]] as { seq: number });
      assert.deepEqual(
        blocks.map(({ seq }) => seq),
        [1, 2],
      );
    });

    it('are answered if they are frames, one done each', async () => {
      await startFlow(streamFlow(type));
      const { out, caught, completed } = collect();
      for (const [what, payload] of taken) send(payload, { _msgid: what });
      await completed.reach(taken.length);
      assert.deepEqual(caught.messages, []);
      assert.deepEqual(
        out.messages.map(({ _msgid }) => _msgid),
        taken.map(([what]) => what),
      );
      const [, , names] = out.messages as (Message & { payload: object })[];
      assert.deepEqual(
        Object.keys(names.payload),
        [
          '__proto__',
          'constructor',
          'toString',
          'hasOwnProperty',
          ...(type === 'psmf-impute' ? ['a'] : []),
        ].filter((name) => Object.hasOwn(names.payload, name)),
      );
      assert.equal(({} as { a?: unknown }).a, undefined);
    });

    it('may be nested as deep as they like', async () => {
      const [tab, node, helperNode] = streamFlow(type);
      await startFlow([tab, node, helperNode]);
      const out = new Collector('out');
      send({ deep: nested(20_000), a: 1 });
      assert.equal(typeof ((await out.reach(1))[0].payload as { deep: unknown }).deep, 'object');
    });

    it('pass through if they are readings of something that is no sensor', async () => {
      await startFlow(streamFlow(type));
      const { out, completed } = collect();
      for (const payload of ['online', '12,5', Buffer.from([1, 2]), true, 12n, null])
        send(payload, { topic: 'state' });
      await completed.reach(6);
      assert.deepEqual(
        out.messages.map(({ payload, psmf }) => [typeof payload, psmf]),
        [
          ['string', undefined],
          ['string', undefined],
          ['object', undefined],
          ['boolean', undefined],
          ['bigint', undefined],
          ['object', undefined],
        ],
      );
    });
  });
}

describe('what throws when it is read', () => {
  afterEach(() => helper.unload());

  const unreadable = (name: string): object =>
    Object.defineProperty({ b: 2 }, name, {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
  /** Messages, by where it stands in them. */
  const messages: Readonly<Record<string, object>> = {
    'a later frame of a batch': { payload: [{ a: 2, b: 3 }, unreadable('a')] },
    'what a node before has said': { payload: { a: 2, b: 3 }, psmf: unreadable('other') },
    'what it has said of a batch': { payload: [{ a: 2, b: 3 }, {}], psmf: [{}, unreadable('other')] },
  };

  for (const [what, msg] of Object.entries(messages))
    for (const type of streamTypes)
      for (const configVersion of [1, 2])
        it(`teaches nothing: ${what}, ${type}, configVersion ${configVersion}`, async () => {
          const flow = streamFlow(type, { configVersion }) as { type: string }[];
          await startFlow(flow.filter((node) => node.type !== 'catch')); // Node-RED itself reads what it hands to one
          const { out } = collect();
          send({ a: 1, b: 2 });
          getNode('n1').receive(msg as Message);
          send({ a: 3, b: 4 });
          const { psmf } = (await out.reach(2))[1];
          assert.equal((psmf?.[blockNames[type]] as { seq: number }).seq, 2);
        });
});
