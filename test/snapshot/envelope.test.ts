import assert from 'node:assert/strict';
import { str } from 'crc-32';
import { canonicalJson } from '../../src/snapshot/canonical-json';
import { PsmfError, PsmfFilter, open, seal, type Envelope, type Snapshot } from '../../src';
import { encodeBytesInSteps } from '../../src/snapshot/base64-numbers';
import { VERSION } from '../../src/snapshot/format';
import { sealInSteps } from '../../src/snapshot/envelope';
import { finish } from '../../src/snapshot/steps';
import { Random } from '../support/random';

const filter = new PsmfFilter({ sensors: 4, rank: 2, robust: true });
for (const frame of new Random(2).frames(25, 4, 2, 0.1)) filter.learnOne(frame);
const { config, sensors, data } = filter.snapshot();
const snapshot: Snapshot = {
  node: 'psmf-filter/1a2b',
  key: 'site "ä" 7',
  seq: filter.seq,
  time: 1_700_000_000_123,
  meta: JSON.parse(
    JSON.stringify({ config, sensors, names: ['a', 'b/c', '__proto__', 'ü'] }),
  ) as Snapshot['meta'],
  data,
};
const roundTrip = (envelope: Envelope): Envelope => JSON.parse(JSON.stringify(envelope)) as Envelope;

const refusal = (value: unknown): string => {
  try {
    open(value);
  } catch (error) {
    assert.ok(error instanceof PsmfError, String(error));
    assert.equal(error.code, 'BAD_SNAPSHOT');
    return error.message;
  }
  throw new Error('the snapshot was accepted');
};

describe('snapshot envelope', () => {
  it('comes back bit for bit through JSON, extreme doubles included', () => {
    const extremes = Float64Array.of(0, -0, 5e-324, 1.7976931348623157e308, Math.PI, -1 / 3, 1e-300);
    assert.deepEqual(open(roundTrip(seal({ ...snapshot, data: extremes }))).data, extremes);
    assert.deepEqual(open(roundTrip(seal(snapshot))), snapshot);
  });

  it('writes base64 as everyone does, whatever is left over after the last three bytes', () => {
    for (let length = 0; length <= 6; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => 250 - 41 * i);
      assert.equal(finish(encodeBytesInSteps(bytes)), Buffer.from(bytes).toString('base64'));
    }
  });

  it('takes many steps for many numbers, and comes to the same end', () => {
    const random = new Random(5);
    const many = Float64Array.from({ length: 150_001 }, (_, i) =>
      i % 1000 < 300 ? 0 : i % 1000 < 500 ? i % 100 : random.normal(),
    );
    const steps = sealInSteps({ ...snapshot, data: many });
    let taken = 0;
    let step = steps.next();
    for (; step.done !== true; taken += 1) step = steps.next();
    assert.ok(taken >= 15, `${taken} steps`);
    assert.deepEqual(open(roundTrip(step.value)).data, many);
  });

  it('carries a filter that goes on exactly', () => {
    const { meta, data } = open(roundTrip(seal(snapshot)));
    const { config, sensors } = meta as unknown as Pick<
      ReturnType<PsmfFilter['snapshot']>,
      'config' | 'sensors'
    >;
    const restored = PsmfFilter.restore({ config, sensors, data });
    const frame = [1, 2, NaN, 4];
    const twin = PsmfFilter.restore(filter.snapshot());
    restored.learnOne(frame);
    twin.learnOne(frame);
    assert.deepEqual(restored.report(), twin.report());
  });

  it('does not mind a store that reorders keys', () => {
    const reversed = Object.fromEntries(Object.entries(seal(snapshot)).reverse());
    const meta = Object.fromEntries(Object.entries(reversed.meta as object).reverse());
    assert.deepEqual(open({ ...reversed, meta }), snapshot);
  });

  it('detects every single flipped bit of the data and every changed field', () => {
    const envelope = seal(snapshot);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const random = new Random(9);
    for (let trial = 0; trial < 300; trial++) {
      const at = Math.floor(random.uniform() * (envelope.data.length - 2));
      const flipped = alphabet[alphabet.indexOf(envelope.data[at]) ^ (1 << Math.floor(random.uniform() * 6))];
      refusal({ ...envelope, data: envelope.data.slice(0, at) + flipped + envelope.data.slice(at + 1) });
    }
    for (const change of [
      { node: 'psmf-filter/other' },
      { key: '' },
      { seq: envelope.seq + 1 },
      { time: null },
      { meta: {} },
      { crc32: envelope.crc32 ^ 1 },
    ]) {
      assert.match(refusal({ ...envelope, ...change }), /checksum/);
    }
  });

  it('refuses what is truncated, foreign or of the wrong shape, with the reason', () => {
    const envelope = seal(snapshot);
    assert.match(refusal({ ...envelope, data: envelope.data.slice(0, -8) }), /checksum/);
    assert.match(refusal(undefined), /the envelope: expected an object, got undefined/);
    assert.match(refusal(null), /the envelope/);
    assert.match(refusal('psmf'), /the envelope/);
    assert.match(refusal({}), /format/);
    assert.match(refusal({ ...envelope, format: 'zip' }), /format: expected "psmf", got "zip"/);
    for (const name of ['version', 'node', 'key', 'seq', 'time', 'meta', 'data', 'crc32'] as const) {
      const rest = Object.fromEntries(Object.entries(envelope).filter(([field]) => field !== name));
      assert.match(refusal(rest), new RegExp(`refused for ${name}`));
      assert.match(
        refusal({ ...envelope, [name]: name === 'meta' ? 7 : {} }),
        new RegExp(`refused for ${name}`),
      );
    }
    let nested: Snapshot['meta'] = {};
    for (let i = 0; i < 20_000; i++) nested = { nested };
    assert.match(refusal({ ...envelope, meta: nested }), /nesting/);
  });

  it('refuses meta that is no plain JSON or unfolds without end', () => {
    const envelope = seal(snapshot);
    let shared: object = {};
    for (let i = 0; i < 25; i++) shared = { a: shared, b: shared };
    assert.match(refusal({ ...envelope, meta: shared }), /size/);
    assert.match(refusal({ ...envelope, meta: new Array(2 ** 31) }), /size/);
    assert.match(refusal({ ...envelope, meta: { a: 1n } }), /plain JSON/);
  });

  it('refuses data whose checksum is right but which holds no whole numbers', () => {
    const whole = seal({ ...snapshot, data: Float64Array.of(1) });
    for (const data of [
      '',
      'AAAA',
      '*',
      'AAAAA',
      whole.data.slice(0, -4),
      `${whole.data}AAAA`,
      '/////z8AAAAA',
    ])
      assert.match(refusal(sealedWith(whole, data)), /refused for data/);
    for (const data of ['AAAA', '*', 'AAAAA', 'AQAAAMA=', 'AQAAAH8=', '/////z8=', 'AQAAAEABAAA='])
      assert.match(refusal(sealedWith(whole, data, 2)), /refused for data/);
    for (const data of ['AAAA', '*'])
      assert.match(refusal(sealedWith(whole, data, 1)), /multiple of 8 bytes|not base64/);
  });

  it('refuses a newer version and an older one that has no migration', () => {
    const sealed = sealedWith(seal(snapshot), undefined, VERSION + 1);
    assert.match(refusal(sealed), /Update this package/);
    assert.match(refusal(sealedWith(seal(snapshot), undefined, 0)), /Start afresh/);
  });

  it('takes the switches of the default model out of the settings of version 1, and reads its doubles', () => {
    const settings = { reference: false, maxRank: 8, seed: 42 };
    const clock = { mechanisms: 'no settings' };
    const stored = { ...settings, mechanisms: { trend: true } };
    for (const place of ['model', 'settings']) {
      const meta = { names: ['mechanisms'], config: { kind: 'x', [place]: stored }, clock };
      const doubles = finish(encodeBytesInSteps(new Uint8Array(Float64Array.from(snapshot.data).buffer)));
      const old = sealedWith(seal({ ...snapshot, meta }), doubles, 1);
      assert.deepEqual(open(old).data, snapshot.data);
      const config = { kind: 'x', [place]: settings };
      assert.deepEqual(open(old).meta, { names: ['mechanisms'], config, clock });
    }
  });

  it('reads the numbers that version 2 wrote in runs', () => {
    // Three numbers: a run of one zero; one of two whole numbers, 7 and -1.
    const runs = Buffer.of(3, 0, 0, 0, 0x00, 0x41, 7, 0, 0xff, 0xff).toString('base64');
    assert.deepEqual(open(sealedWith(seal(snapshot), runs, 2)).data, Float64Array.of(0, 7, -1));
  });

  it('brings an older version up step by step', () => {
    const old = sealedWith(seal(snapshot), 'AQAAAEABAA==', VERSION - 1);
    const steps = {
      [VERSION - 1]: (envelope: Envelope) => ({ ...envelope, key: `${envelope.key} (renamed)` }),
    };
    assert.equal(open(old, steps).key, `${snapshot.key} (renamed)`);
  });
});

/** An envelope with other data or another version, and the checksum that belongs to it. */
function sealedWith(envelope: Envelope, data = envelope.data, version = envelope.version): Envelope {
  const changed = { ...envelope, data, version };
  try {
    open(changed);
    return changed;
  } catch (error) {
    const expected = /the checksum: expected (-?\d+)/.exec(String(error));
    return expected ? { ...changed, crc32: Number(expected[1]) } : changed;
  }
}

describe('the checksum of an envelope', () => {
  for (const length of [0, 1, 20_000])
    it(`is that of its canonical JSON, with ${length} numbers`, () => {
      const { crc32, ...body } = seal({
        ...{ node: 'n "1"', key: 'ä', seq: 3, time: null, meta: { b: [1, 'x'], a: null } },
        data: Float64Array.from({ length }, (_, i) => Math.sin(i)),
      });
      const { format, version, node, key, seq, time, meta, data } = body;
      const text = canonicalJson([format, version, node, key, seq, time, meta, data]);
      assert.equal(crc32, str(text));
    });
});
