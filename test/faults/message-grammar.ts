import fc from 'fast-check';
import { cases } from '../devices/families';
import { EVERY_MS, START } from '../devices/device-case';

/**
 * A value of a message as a recipe, plain data that can be shrunk and printed, while what is made of it may throw at whoever
 * looks. Everything that is no recipe stands for itself.
 */
export type Recipe =
  | { readonly make: 'plain'; readonly value: unknown }
  | { readonly make: 'object' | 'frozen' | 'proxy'; readonly fields: readonly (readonly [string, Recipe])[] }
  | { readonly make: 'list'; readonly entries: readonly Recipe[] }
  | { readonly make: 'sparse'; readonly length: number; readonly last: Recipe }
  | { readonly make: 'throws'; readonly what: keyof typeof THROWN }
  | { readonly make: 'odd'; readonly what: keyof typeof ODD }
  | { readonly make: 'json'; readonly of: Recipe; readonly asBuffer: boolean }
  | { readonly make: 'device'; readonly index: number; readonly t: number };

/** A message: which fields it has. */
export type MessageRecipe = readonly (readonly [string, Recipe])[];

const fail = (): never => {
  throw new Error('no');
};

/** What a getter throws. */
const THROWN = {
  error: () => new Error('no'),
  nothing: () => undefined,
  text: () => 'no',
  bare: () => Object.create(null) as object,
  'its text throws': () => ({ toString: fail }),
  'its message throws': () => Object.defineProperty(new Error('x'), 'message', { get: fail }),
  'its stack throws': () => Object.defineProperty(new Error('x'), 'stack', { get: fail }),
};

const ODD = {
  symbol: () => Symbol('x'),
  function: () => () => 1,
  map: () => new Map([['a', 1]]),
  'no date': () => new Date(NaN),
  'data view': () => new DataView(new ArrayBuffer(8)),
  numbers: () => Float64Array.of(1, NaN, 3),
  'big numbers': () => new BigInt64Array(2),
  'no prototype': () => Object.assign(Object.create(null) as object, { a: 1 }),
  cycle: () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle.self = cycle;
    return cycle;
  },
  deep: () => {
    let deep: unknown = 1;
    for (let i = 0; i < 5000; i++) deep = { a: deep };
    return deep;
  },
  'deep text': () => '['.repeat(20_000),
  'dead proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'proxy of a list': () => new Proxy([1, 2], { get: fail }),
  'keys throw': () => new Proxy({ a: 1 }, { ownKeys: fail }),
  'descriptors throw': () => new Proxy({ a: 1 }, { getOwnPropertyDescriptor: fail }),
  'cannot be set': () => new Proxy({ a: 1, b: 2 }, { set: fail, defineProperty: fail, deleteProperty: fail }),
  'prototype throws': () => new Proxy({ a: 1 }, { getPrototypeOf: fail }),
};

/** Fields that mean something to the nodes, wherever they stand. */
const CONTROL = [
  ...['reset', 'export', 'import', 'forget', 'fit', 'save', 'release', 'learn', 'retain', 'redelivered'],
  ...['psmf', 'parts', 'complete', 'quality', 'statusCode', 'sourceTimestamp', 'serverTimestamp', 'value'],
  ...[
    'timestamp',
    'ts',
    'time',
    'site',
    'topic',
    'name',
    'unit',
    'format',
    'data',
    'errors',
    'metrics',
    'bn',
    'n',
    'v',
  ],
];
const SENSORS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NAMES = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SENSORS) },
  { weight: 3, arbitrary: fc.constantFrom(...CONTROL) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      '',
      '0',
      '\ud800',
      '<b>',
      'x'.repeat(300),
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);

const plain = (value: unknown): Recipe => ({ make: 'plain', value });

const numbers = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    1e-300,
    1e38,
    1e60,
    1e61,
    1.7976931348623157e308,
    2 ** 53,
    1.7e9,
    1.7e12,
    8.64e15,
    NaN,
  ),
);
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'true',
    'ON',
    'unavailable',
    'psmf',
    'psmf-fit',
    '1,5',
    '21.5 °C',
    '1e999',
    'Infinity',
    '0x10',
  ),
  fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-13-45',
    '9'.repeat(400),
    '{"a":1}',
    '[1,2',
    'null',
    '\u0000',
    '\udfff',
  ),
  fc.string({ maxLength: 6 }),
  numbers.map(String),
);

const grammar = fc.letrec<{ value: Recipe; fields: (readonly [string, Recipe])[]; leaf: Recipe }>((tie) => ({
  leaf: fc.oneof(
    { weight: 12, arbitrary: numbers.map(plain) },
    { weight: 3, arbitrary: texts.map(plain) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(null, undefined, true, false, 10n).map(plain) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...(Object.keys(THROWN) as (keyof typeof THROWN)[]))
        .map((what) => ({ make: 'throws' as const, what })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...(Object.keys(ODD) as (keyof typeof ODD)[]))
        .map((what) => ({ make: 'odd' as const, what })),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        make: fc.constant('device' as const),
        index: fc.nat(cases.length - 1),
        t: fc.nat(60),
      }),
    },
  ),
  fields: fc.array(fc.tuple(NAMES, tie('value')), { maxLength: 6, depthIdentifier: 'value' }),
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    { weight: 6, arbitrary: tie('leaf') },
    {
      weight: 6,
      arbitrary: fc.record({
        make: fc.constantFrom(
          'object' as const,
          'object' as const,
          'object' as const,
          'frozen' as const,
          'proxy' as const,
        ),
        fields: tie('fields'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        make: fc.constant('list' as const),
        entries: fc.array(tie('value'), { maxLength: 6, depthIdentifier: 'value' }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        make: fc.constant('sparse' as const),
        length: fc.constantFrom(0, 1, 7, 100_000, 100_001, 2 ** 31, 2 ** 32 - 1),
        last: tie('value'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ make: fc.constant('json' as const), of: tie('value'), asBuffer: fc.boolean() }),
    },
  ),
}));

/** Frames as they usually come, so that there is a model for the rest to harm. */
const frame: fc.Arbitrary<Recipe> = fc
  .array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: SENSORS.length })
  .map((values) => ({
    make: 'object',
    fields: values.map((value, j) => [SENSORS[j], plain(value)] as const),
  }));

const sites = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('p', 'q').map(plain) }, grammar.value);
const others: fc.Arbitrary<MessageRecipe> = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom(...CONTROL), grammar.value),
    fc.tuple(
      fc.constantFrom('reset', 'export', 'fit', 'save', 'release', 'retain'),
      fc.constant(plain(true)),
    ),
    fc.tuple(fc.constant('topic'), texts.map(plain)),
    fc.tuple(
      fc.constant('timestamp'),
      fc.nat(1e9).map((ms) => plain(1.7e12 + ms)),
    ),
  ),
  { maxLength: 3 },
);

export const messages: fc.Arbitrary<MessageRecipe> = fc
  .tuple(
    fc.oneof({ weight: 1, arbitrary: frame }, { weight: 1, arbitrary: grammar.value }),
    fc.option(sites, { nil: undefined, freq: 8 }),
    others,
  )
  .map(([payload, site, more]) => [
    ['payload', payload],
    ...(site === undefined ? [] : [['site', site] as const]),
    ...more,
  ]);

/** What a recipe makes: a new value each time. */
export function cook(recipe: Recipe): unknown {
  switch (recipe.make) {
    case 'plain':
      return recipe.value;
    case 'list':
      return recipe.entries.map(cook);
    case 'sparse': {
      const list = new Array<unknown>(recipe.length);
      if (recipe.length > 0) list[recipe.length - 1] = cook(recipe.last);
      return list;
    }
    case 'object':
      return assemble(recipe.fields);
    case 'frozen':
      return Object.freeze(assemble(recipe.fields));
    case 'proxy':
      return new Proxy(assemble(recipe.fields), {});
    case 'throws':
      return assemble([['a', recipe]]);
    case 'odd':
      return ODD[recipe.what]();
    case 'json': {
      const text = isEndless(recipe.of) ? '[null,' : toJson(cook(recipe.of));
      return recipe.asBuffer ? Buffer.from(text) : text;
    }
    case 'device': {
      const sent = cases[recipe.index].round(recipe.t, START + EVERY_MS * recipe.t);
      return (Array.isArray(sent) ? (sent as { payload: unknown }[])[0] : (sent as { payload: unknown }))
        .payload;
    }
  }
}

/** An object with these fields; one whose value throws is a getter. */
export function assemble(fields: readonly (readonly [string, Recipe])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, recipe] of fields) {
    const property =
      recipe.make === 'throws'
        ? {
            get: (): never => {
              const thrown: unknown = THROWN[recipe.what]();
              throw thrown;
            },
          }
        : { value: cook(recipe), writable: true };
    Object.defineProperty(object, name, { ...property, enumerable: true, configurable: true });
  }
  return object;
}

/** A text of two billion nulls is nothing that a device could send. */
const isEndless = (recipe: Recipe): boolean =>
  /"length":\d{6}/.test(JSON.stringify(recipe, (_, part: unknown) => (typeof part === 'bigint' ? 0 : part)));

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"a":';
  }
}
