import assert from 'node:assert/strict';
import { JsonPieces } from '../../nodes/stores/json-pieces';

const LONG = 'abc+/'.repeat(300_001);
/** 7 characters, so that a pair falls on the end of some stretch. */
const PAIRS = 'x😀"\\\ny'.repeat(150_000);

const values: Readonly<Record<string, unknown>> = {
  'a number': 5,
  nothing: null,
  'a list': [1, [2, { a: undefined }], undefined],
  'a long string': LONG,
  'an empty object': {},
  'an object of short fields': { b: 1, a: [true], c: undefined },
  'a long string among others': { format: 'x', data: LONG, meta: { names: ['"', 'ä'] }, crc32: 7 },
  'a long string first, and what JSON leaves out': {
    '"data"': LONG,
    f: () => 1,
    u: undefined,
    d: new Date(0),
  },
  'long strings alone': { a: LONG, b: LONG },
  'an object that says itself what it is': { data: LONG, toJSON: () => 'itself' },
  'a long string within a list': [LONG],
};

describe('JSON in pieces', () => {
  for (const [name, value] of Object.entries(values))
    it(`is the JSON of ${name}`, () => assert.equal(JsonPieces.of(value)?.text, JSON.stringify(value)));

  it('is nothing for what JSON has no word for', () => {
    assert.equal(JsonPieces.of(undefined), undefined);
    assert.equal(
      JsonPieces.of(() => 1),
      undefined,
    );
  });

  it('comes back as it was, with characters of two halves and escapes', () => {
    const value = { data: PAIRS, lone: '\ud800' };
    assert.deepEqual(JSON.parse(JsonPieces.of(value)?.text ?? ''), value);
  });

  it('is of many pieces where it is long, and of the value as it was', () => {
    const value = { n: 1, data: LONG };
    const pieces = JsonPieces.of(value);
    value.n = 2;
    value.data = '';
    const all = [...(pieces ?? [])];
    assert.ok(all.length >= 4, `${all.length} pieces`);
    assert.deepEqual(JSON.parse(all.join('')), { n: 1, data: LONG });
  });
});
