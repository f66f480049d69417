import fc from 'fast-check';
import { nextUniform } from '../../src/random';

const names = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'constructor') },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '<img src=x onerror=alert(1)>',
    '',
    '\u0000',
    '0',
    '1',
  ),
  fc.string({ maxLength: 12 }),
  fc.nat(300).map((length) => 'x'.repeat(length)),
);

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    1e-300,
    1e59,
    -1e60,
    1e61,
    1e300,
    1.7976931348623157e308,
    NaN,
    Infinity,
    -Infinity,
  ),
);

const values = fc.oneof(
  { weight: 6, arbitrary: numbers },
  numbers.map(String),
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    '',
    ' 1',
    '1,5',
    '0x10',
    '1e999',
    '1'.repeat(10_000),
    10n,
    [],
  ),
  fc.string({ maxLength: 8 }),
  fc.anything({ maxDepth: 2, withBigInt: true, withDate: true, withMap: true, withTypedArray: true }),
);

const frames = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(names, values, { maxKeys: 8 }) },
  {
    weight: 3,
    arbitrary: fc.record({ a: numbers, b: numbers, c: numbers, d: values }, { requiredKeys: [] }),
  },
  fc
    .constantFrom('{"__proto__":{"x":1},"a":1}', '{"constructor":{"prototype":{"x":1}}}')
    .map((text) => JSON.parse(text) as object),
);

const lists = fc.array(values, { maxLength: 10 });

const LONG_LIST: readonly number[] = new Array<number>(200_000).fill(1);

const fail = (): never => {
  throw new Error('no');
};
/** An object with a field that throws this when it is read. */
const throwing = (name: string, thrown: unknown): object =>
  Object.defineProperty({ b: 1 }, name, {
    enumerable: true,
    get: () => {
      throw thrown;
    },
  });

const oddities = fc.constantFrom<() => unknown>(
  () => Symbol('x'),
  () => () => 1,
  () => new Map([['a', 1]]),
  () => new Date(NaN),
  () => new DataView(new ArrayBuffer(8)),
  () => Float64Array.of(1, NaN, 3),
  () => new BigInt64Array(2),
  () => Object.create(null) as object,
  () => ({
    get a(): number {
      throw new Error('no');
    },
  }),
  () => ({
    get [Symbol.toStringTag](): string {
      throw new Error('no');
    },
  }),
  () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    return cycle;
  },
  () => LONG_LIST,
  () => new Array<number>(2 ** 32 - 1),
  () => Object.assign(new Array<unknown>(2 ** 31), { [2 ** 31 - 1]: { a: 1 } }),
  () => [new Array<number>(2 ** 32 - 1)],
  () => Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [i, 'x'])),
  () => throwing('a', new Error('no')),
  () => throwing('a', Object.create(null)),
  () => throwing('a', { toString: fail }),
  () => throwing('a', Object.defineProperty(new Error('x'), 'message', { get: fail })),
  () => new Proxy({}, { ownKeys: fail, get: fail }),
  () => new Array<object>(5).fill({ a: 1 }),
  () => Object.freeze({ a: 1, b: 2 }),
);

const payloads = fc.oneof(
  { weight: 6, arbitrary: frames },
  { weight: 3, arbitrary: lists },
  { weight: 2, arbitrary: fc.array(fc.oneof(frames, lists, values), { maxLength: 6 }) },
  { weight: 3, arbitrary: values },
  { weight: 1, arbitrary: numbers.map((number) => Buffer.from(String(number))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: oddities.map((make) => make()) },
);

const START = 1.7e12;
const times = fc.oneof(
  { weight: 4, arbitrary: fc.nat(1e9).map((ms) => START + ms) },
  fc.double(),
  fc.constantFrom<unknown>(
    '2026-01-01T00:00:00Z',
    '2026-13-45',
    new Date(START),
    new Date(NaN),
    8.64e15,
    -8.64e15,
    {},
    '9'.repeat(1000),
  ),
);

const blocks = fc.constantFrom<unknown>(
  7,
  [],
  [null, { impute: { filled: ['a'] } }],
  new Array(2 ** 32 - 1),
  { impute: { filled: new Array(2 ** 32 - 1) } },
  { impute: { filled: ['a', 'b', 7] } },
  { impute: { filled: 'a' }, filter: null },
  JSON.parse('{"__proto__":{"x":1}}'),
);

const sites = fc.oneof(
  { weight: 50, arbitrary: fc.constantFrom<unknown>('p', 'q', 'r') },
  fc.oneof(fc.string(), fc.constantFrom<unknown>({}, [], '__proto__', 'x'.repeat(300), null, 0, true, NaN)),
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** What stands in a message beside the payload. */
const others: fc.Arbitrary<object> = fc.record(
  {
    site: sites,
    topic: rarely(fc.oneof(names, values), 2),
    timestamp: rarely(times, 2),
    psmf: rarely(blocks, 8),
    learn: rarely(fc.constantFrom<unknown>(false, true, 'false'), 20),
    retain: rarely(fc.boolean(), 20),
    reset: rarely(fc.constantFrom<unknown>(true, 1, 'true'), 100),
    export: rarely(fc.constantFrom<unknown>(true, 1), 100),
    import: rarely(fc.anything({ maxDepth: 2 }), 100),
  },
  { noNullPrototype: true },
);

export type HostileMessage = Readonly<Record<string, unknown>>;

/** Parts that are combined at random: drawing each message as a whole would take longer than answering it. */
const PARTS = 10_000;
/** Messages made of the same parts. */
const MOST_OF_ONE_DRAW = 100_000;

/** Messages of every shape the contract names, and of shapes it does not. */
export function* drawMessages(count: number, seed: number): Generator<HostileMessage> {
  const random = Float64Array.of(seed);
  const parts = Math.min(PARTS, count);
  const at = (): number => Math.floor(parts * nextUniform(random, 0));
  for (let drawn = 0; drawn < count; drawn += MOST_OF_ONE_DRAW) {
    const bodies = fc.sample(payloads, { numRuns: parts, seed: seed + drawn });
    const heads = fc.sample(others, { numRuns: parts, seed: seed + drawn + 1 });
    for (let i = 0; i < Math.min(MOST_OF_ONE_DRAW, count - drawn); i++)
      yield { ...heads[at()], payload: bodies[at()] };
  }
}
