import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { PropertyPath } from '../../nodes/message/property-path';
import { blocksOf, blocksOfBatch, filledIn } from '../../nodes/message/upstream';
import { describe as describeValue, errorOf } from '../../src/errors';
import { LeaveOut } from '../../src/frame/leave-out';
import { ModeDecision } from '../../src/frame/message-mode';
import { readBatchFrame, readPayload } from '../../src/frame/payload';
import { applyEdits } from '../../src/frame/place';
import { copyList } from '../../src/frame/record';
import { PayloadReader } from '../../src/frame/understand';

/** Lists that take no memory: walking one would take a minute. */
const ENDLESS = 2 ** 32 - 1;
const sparse = (last: unknown): unknown[] => {
  const list: unknown[] = new Array(ENDLESS);
  list[ENDLESS - 1] = last;
  return list;
};

describe('lists without end', () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ['a list', sparse(1)],
    ['a batch', sparse({ a: 1 })],
    ['nothing at all', new Array(ENDLESS)],
    ['a typed array', new Float64Array(100_001)],
    ['an object', Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`text ${i}`, 'x']))],
  ];
  for (const [what, value] of refused) {
    it(`are refused as payload: ${what}`, () => {
      assert.throws(() => readPayload(value), { code: 'BAD_FRAME', message: /at most 100000/ });
    });
    it(`are refused as a frame of a batch: ${what}`, () => {
      assert.throws(() => readBatchFrame(value, 0), { code: 'BAD_FRAME', message: /at most 100000/ });
    });
  }

  it('are not looked for a time where they stand in a list', () => {
    const reader = new PayloadReader(new LeaveOut([]));
    for (const list of [[sparse(1)], [[1.7e12, 2], sparse(1)], [sparse(1.7e12), sparse(1)]])
      assert.equal(reader.read(list, 1.7e12).kind, 'other');
  });

  it('tell nothing of a frame where psmf nodes before should have said something', () => {
    assert.equal(blocksOf({ _msgid: '', psmf: sparse({}) }, 1.7e12), undefined);
    assert.equal(blocksOfBatch({ _msgid: '', psmf: sparse({}) }, 2)(0, 1.7e12), undefined);
    assert.equal(filledIn({ impute: { filled: sparse('a') } }), undefined);
  });

  it('are not copied where they stand on the way to a property', () => {
    const util = { normalisePropertyExpression: () => ['payload', 0, 'x'] } as unknown as NodeAPI['util'];
    const path = new PropertyPath(util, 'payload[0].x');
    assert.throws(() => path.prepare({ payload: sparse({}) }), /at most 100000 entries/);
  });
});

describe('objects of more fields than sensors', () => {
  const fieldsOf = (count: number, value: unknown, name = 'sensor'): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name} ${i}`, value]));

  for (const value of [1, 'x'])
    it(`are refused before anything looks at them: ${describeValue(value)}`, () => {
      const reader = new PayloadReader(new LeaveOut([]));
      assert.throws(() => reader.read(fieldsOf(100_001, value), 1.7e12), {
        message: /at most 100000 fields/,
      });
    });

  it('are told apart by names, though they have many, in no time', function () {
    this.timeout(5000);
    const mode = new ModeDecision('automatic');
    for (const name of ['a', 'b', 'c', 'd']) {
      const names = Object.keys(fieldsOf(100_000, 1, name));
      assert.match(mode.judge({ source: '', names, values: names }), /whole|part/);
    }
  });
});

describe('lists with an iterator of their own', () => {
  const endless = <T>(list: T[]): T[] =>
    Object.defineProperty(list, Symbol.iterator, {
      *value() {
        for (;;) yield 1;
      },
    });

  it('are copied by their indexes', () => {
    assert.deepEqual(copyList(endless([1, 2])), [1, 2]);
    assert.deepEqual(applyEdits(endless([1, 2]), [{ place: [1], value: 3 }]), [1, 3]);
  });

  it('are read by their indexes where psmf nodes before have said something', () => {
    assert.deepEqual(filledIn({ impute: { filled: endless(['a']) } }), new Set(['a']));
    const blocks = endless([{ impute: { time: 1.7e12 } }]);
    assert.deepEqual(blocksOfBatch({ _msgid: '', psmf: blocks }, 2)(0, 1.7e12), { impute: { time: 1.7e12 } });
  });
});

describe('errorOf', () => {
  const fail = (): never => {
    throw new Error('looked at');
  };
  const hostile: readonly (readonly [string, unknown])[] = [
    ['an object whose message throws', Object.defineProperty({}, 'message', { get: fail })],
    ['an object whose toString throws', { toString: fail }],
    ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: fail })],
    ['an error whose stack throws', Object.defineProperty(new Error('x'), 'stack', { get: fail })],
    ['an error whose toString throws', Object.assign(new Error('x'), { toString: fail })],
    ['an object that throws whatever is asked', new Proxy({}, { get: fail, getPrototypeOf: fail })],
    ['an object without a prototype', Object.create(null)],
  ];
  for (const [what, thrown] of hostile)
    it(`makes an error that can be shown of ${what}`, () => {
      const error = errorOf(thrown);
      assert.equal(error.message, 'something went wrong that does not say what');
      assert.match(String(error.stack), /does not say what/);
    });

  it('hands on an error as it is, and the words of anything else', () => {
    const error = new RangeError('too far');
    assert.equal(errorOf(error), error);
    assert.deepEqual(
      ['x', 7, Symbol('s'), { message: 'm' }].map((thrown) => errorOf(thrown).message),
      ['x', '7', 'Symbol(s)', 'm'],
    );
  });
});
