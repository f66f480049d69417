import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeNumbersInSteps, readCodedNumbers } from '../../src/snapshot/coded-numbers';
import { likelihoodsOf, RangeDecoder, RangeEncoder } from '../../src/snapshot/range-coder';
import { finish } from '../../src/snapshot/steps';
import { Random } from '../support/random';

const random = new Random(4);
const code = (numbers: Float64Array): Uint8Array => finish(codeNumbersInSteps(numbers));
const draw = (count: number, of: (i: number) => number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => of(i));
const pick = (numbers: readonly number[]): number => numbers[Math.floor(random.uniform() * numbers.length)];

describe('coded numbers', () => {
  it('come back bit for bit, whatever they are', () => {
    const extremes = [
      0,
      -0,
      1,
      -1,
      32_768,
      2 ** 31,
      -(2 ** 31) + 0.5,
      2 ** 53,
      2 ** 63,
      1.5,
      Math.fround(0.1),
    ];
    const tiny = [5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, NaN, Infinity, -Infinity];
    const decimals = [
      21.4,
      -0.07,
      1e-7,
      2147483.647,
      -214748364.8,
      1234567.8901,
      0.1 + 0.2,
      1e21,
      123456789012,
    ];
    const numbers = draw(50_000, () => {
      const which = random.uniform();
      if (which < 0.4) return pick([...extremes, ...tiny, ...decimals]);
      if (which < 0.6) return Math.round(1e4 * random.normal()) / pick([1, 10, 100, 1000, 1e6]);
      return random.normal() * 2 ** Math.round(40 * random.normal());
    });
    assert.deepEqual(readCodedNumbers(code(numbers)), numbers);
    for (const number of [...extremes, ...tiny, ...decimals])
      assert.deepEqual(readCodedNumbers(code(Float64Array.of(number))), Float64Array.of(number));
    assert.deepEqual(readCodedNumbers(code(new Float64Array(0))), new Float64Array(0));
  });

  it('come back bit for bit from any bits that a double can have, and any decimals', () => {
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const double = fc
      .tuple(word, word)
      .map((words) => new Float64Array(Uint32Array.from(words).buffer)[0])
      .filter((value) => !Number.isNaN(value));
    const decimal = fc.tuple(fc.integer(), fc.nat(12)).map(([whole, digits]) => whole / 10 ** digits);
    const number = fc.oneof(double, decimal, fc.double(), fc.float(), fc.integer());
    const property = fc.property(fc.array(number, { maxLength: 200 }), (given) => {
      const numbers = Float64Array.from(given);
      assert.deepEqual(
        new BigUint64Array(readCodedNumbers(code(numbers)).buffer),
        new BigUint64Array(numbers.buffer, 0, numbers.length),
      );
    });
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  it('take as many bits as they have to tell', () => {
    const bits = (of: (i: number) => number): number => (8 * code(draw(4000, of)).length) / 4000;
    const expected: readonly [number, (i: number) => number][] = [
      [0.3, () => 0],
      [0.3, () => 8],
      // 23 and 52 bits of a fraction, the sign, and what an exponent of a normal draw tells: some 2 bits, learned.
      [27, () => Math.fround(random.normal())],
      [56, () => random.normal()],
      // A temperature as a device sends it: 201 values.
      [9.5, () => (150 + Math.round(200 * random.uniform())) / 10],
    ];
    for (const [most, of] of expected) {
      const taken = bits(of);
      assert.ok(taken <= most, `${taken} bits where ${most} will do`);
    }
  });

  it('are refused where bytes are missing or too many', () => {
    const bytes = code(draw(100, () => random.normal()));
    for (const wrong of [
      bytes.subarray(0, -1),
      bytes.subarray(0, 3),
      Uint8Array.of(...bytes, 0),
      new Uint8Array(0),
      // A few bytes that announce 4 billion numbers, and as many as there may be.
      new Uint8Array(100).fill(0xff),
      Uint8Array.of(0, 0x7f, 0xff, 0x80, 0, 0, 0, 0),
    ])
      assert.throws(() => readCodedNumbers(wrong), /refused for data/);
    for (let k = 0; k < 2000; k++) {
      const noise = Uint8Array.from({ length: 4 + (k % 60) }, () => Math.floor(256 * random.uniform()));
      noise.fill(0, 0, 2);
      try {
        readCodedNumbers(noise);
      } catch (error) {
        assert.match(String(error), /refused for data/);
      }
    }
  });
});

describe('the range coder', () => {
  it('writes what chance tells, and no more', () => {
    for (const share of [0.5, 0.1, 0.01]) {
      const bits = Array.from({ length: 40_000 }, () => (random.uniform() < share ? 1 : 0));
      const encoder = new RangeEncoder();
      const likelihoods = likelihoodsOf(1);
      for (const bit of bits) encoder.encode(likelihoods, 1, bit);
      const bytes = encoder.finish();
      const entropy = -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
      assert.ok(8 * bytes.length < 40_000 * (entropy + 0.03), `${bytes.length} bytes at ${share}`);
      const decoder = new RangeDecoder(bytes);
      const learned = likelihoodsOf(1);
      assert.deepEqual(
        bits.map(() => decoder.decode(learned, 1)),
        bits,
      );
      assert.ok(decoder.isAtEnd);
    }
  });

  it('carries through any number of full bytes', () => {
    for (let ones = 0; ones < 200; ones++) {
      const encoder = new RangeEncoder();
      const likelihoods = likelihoodsOf(1);
      for (let k = 0; k < ones; k++) encoder.encodeEvenly(0xffffffff, 32);
      for (let k = 0; k < 40; k++) encoder.encode(likelihoods, 1, 1);
      encoder.encodeEvenly(ones, 11);
      const decoder = new RangeDecoder(encoder.finish());
      const learned = likelihoodsOf(1);
      for (let k = 0; k < ones; k++) assert.equal(decoder.decodeEvenly(32), 0xffffffff);
      for (let k = 0; k < 40; k++) assert.equal(decoder.decode(learned, 1), 1);
      assert.equal(decoder.decodeEvenly(11), ones);
      assert.ok(decoder.isAtEnd);
    }
  });
});
