import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { open, seal } from '../../src';
import { nextUniform } from '../../src/random';
import type { Snapshot } from '../../src/snapshot/envelope';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type StreamType } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { count, nextTurn, type Fault } from './fault';

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withTypedArray: true,
});
const BAD_NUMBERS = [Infinity, -Infinity, 1e200, -1e200];

type Meta = Record<string, unknown> & { names: string[]; clock: object; config: object };

/** Ways to lie in a snapshot whose checksum is right. */
const LIES: ((snapshot: Snapshot, meta: Meta, at: (length: number) => number) => unknown)[] = [
  (snapshot, _meta, at) => {
    const data = snapshot.data.slice();
    data[at(data.length)] = BAD_NUMBERS[at(BAD_NUMBERS.length)];
    return seal({ ...snapshot, data });
  },
  (snapshot) => seal({ ...snapshot, data: snapshot.data.slice().fill(NaN) }),
  (snapshot, _meta, at) => seal({ ...snapshot, data: snapshot.data.slice(0, at(snapshot.data.length)) }),
  (snapshot, _meta, at) => {
    const data = new Float64Array(snapshot.data.length + 1 + at(1000));
    data.set(snapshot.data);
    return seal({ ...snapshot, data });
  },
  (snapshot, meta, at) => reseal(snapshot, { ...meta, names: meta.names.map(() => `s${at(2)}`) }),
  (snapshot, meta, at) =>
    reseal(snapshot, { ...meta, names: [...meta.names.slice(1), 'x'.repeat(257 + at(10_000))] }),
  (snapshot, meta, at) => reseal(snapshot, { ...meta, names: meta.names.slice(0, at(meta.names.length)) }),
  (snapshot, meta, at) => reseal(snapshot, { ...meta, names: [...meta.names, `more ${at(9)}`] }),
  (snapshot, meta, at) => reseal(snapshot, { ...meta, clock: { ...meta.clock, period: -at(1000) } }),
  (snapshot, meta, at) =>
    reseal(snapshot, { ...meta, clock: { ...meta.clock, intervals: Array(40 + at(1000)).fill(1) } }),
  (snapshot, meta, at) => reseal(snapshot, { ...meta, config: { ...meta.config, [`__proto__${at(9)}`]: 1 } }),
  (snapshot, meta, at) => reseal(snapshot, { ...meta, config: [at(9)] }),
  (snapshot, _meta, at) => seal({ ...snapshot, seq: snapshot.seq + 1 + at(1e9) }),
  (snapshot, _meta, at) => seal({ ...snapshot, time: (snapshot.time ?? 0) + 1 + at(1e12) }),
];

const reseal = (snapshot: Snapshot, meta: Meta): unknown =>
  seal({ ...snapshot, meta: meta as Snapshot['meta'] });

/** Ways to lie in the envelope itself. */
const FIELDS = ['format', 'version', 'node', 'key', 'seq', 'time', 'meta', 'data', 'crc32'];

/**
 * Returns how many were taken that cannot be told from a right one: psmf-changepoint keeps the readings by which it dates a change
 * as two single numbers in a double, and a large double there is a pair of other readings.
 */
async function bombard(type: StreamType, total: number): Promise<number> {
  let otherReadings = 0;
  const probe = new Probe(type);
  for (const payload of simulateFrames(60, 3)) probe.give({ payload });
  const kept = probe.ask({ export: true })?.payload as Record<string, unknown>;
  const snapshot = open(kept);
  const random = Float64Array.of(9);
  const at = (length: number): number => Math.floor(length * nextUniform(random, 0));
  const parts = fc.sample(anything, { numRuns: 5000, seed: 4 });
  for (let i = 0; i < total; i++) {
    const failures = probe.failed;
    const lie = LIES[at(LIES.length)];
    const field = FIELDS[at(FIELDS.length)];
    const part = parts[at(parts.length)] ?? 'nothing';
    const damaged = { ...kept, [field]: part };
    // A field that is what it was is no damage.
    const isLie = i % 3 === 2 || (i % 3 === 1 && Object.is(kept[field], part));
    const value = i % 3 === 0 ? part : isLie ? lie(snapshot, snapshot.meta as Meta, at) : damaged;
    probe.give({ import: value });
    if (probe.failed === failures && type === 'psmf-changepoint' && isLie && lie === LIES[0]) {
      probe.give({ import: kept });
      otherReadings++;
      continue;
    }
    assert.equal(probe.failed, failures + 1, `${type} took ${inspect(value).slice(0, 3000)}`);
    if (i % 1000 < 999) continue;
    await nextTurn();
    assert.deepEqual(probe.ask({ export: true })?.payload, kept, `${type}: the running model has changed`);
  }
  assert.deepEqual(probe.ask({ export: true })?.payload, kept);
  return otherReadings;
}

export const hostileImports: Fault = {
  name: 'hostile-imports',
  title: 'import of hostile snapshots, also with a right checksum',
  promise: 'refused, the running model untouched',
  isComputation: true,
  async run(size) {
    const total = size.pick(3_000, 100_000);
    const embedded = await Embedded.start(
      streamTypes.map((type) => ({ id: type, type, allowImport: true, maxSensors: 64 })),
    );
    let otherReadings = 0;
    for (const type of streamTypes)
      otherReadings += await bombard(type, Math.ceil(total / streamTypes.length));
    await embedded.stop();
    assert.ok(otherReadings < total / 10, `${otherReadings} taken`);
    return `${count(total)} in all: refused but for ${count(otherReadings)} that hold other readings of the past, models bit-equal`;
  },
};
