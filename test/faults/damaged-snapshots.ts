import assert from 'node:assert/strict';
import { nextUniform } from '../../src/random';
import { simulateFrames } from '../frame/simulation';
import { blockNames, streamTypes, type StreamType } from '../nodes/flow';
import { SlowStore } from '../nodes/slow-store';
import { Embedded, Probe } from './embedded';
import { count, type Fault } from './fault';

const FRAMES = 60;
const KINDS = ['truncated', 'bit flipped', 'of another version', 'of another node'] as const;

interface Case {
  readonly id: string;
  readonly type: StreamType;
  readonly value: unknown;
}

/** What nodes of each type keep after some frames. */
async function learn(): Promise<Map<StreamType, Record<string, unknown>>> {
  const store = new SlowStore();
  const embedded = await Embedded.start(
    streamTypes.map((type) => ({ id: type, type })),
    store.settings,
  );
  const kept = new Map<StreamType, Record<string, unknown>>();
  for (const type of streamTypes) {
    const probe = new Probe(type);
    await probe.ready();
    for (const payload of simulateFrames(FRAMES, 4)) probe.give({ payload });
    kept.set(type, probe.ask({ export: true })?.payload as Record<string, unknown>);
  }
  await embedded.stop();
  return kept;
}

/** The snapshot as it would be found; null if a flip left its meaning as it was, or left no JSON at all. */
function damage(
  kind: (typeof KINDS)[number],
  snapshot: Record<string, unknown>,
  id: string,
  random: Float64Array,
): unknown {
  const own = JSON.stringify({ ...snapshot, node: id });
  const at = (length: number): number => Math.floor(length * nextUniform(random, 0));
  if (kind === 'of another version') return { ...snapshot, node: id, version: 4 + at(50) };
  if (kind === 'of another node') return snapshot;
  if (kind === 'truncated') {
    const data = snapshot.data as string;
    return { ...snapshot, node: id, data: data.slice(0, at(data.length)) };
  }
  const bytes = Buffer.from(own);
  bytes[at(bytes.length)] ^= 1 << at(8);
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return JSON.stringify(value) === own ? null : value;
  } catch {
    return null;
  }
}

function createCases(kept: Map<StreamType, Record<string, unknown>>, total: number): Case[] {
  const random = Float64Array.of(5);
  const cases: Case[] = [];
  while (cases.length < total) {
    const type = streamTypes[cases.length % streamTypes.length];
    const id = `n${cases.length}`;
    const value = damage(KINDS[cases.length % KINDS.length], kept.get(type) ?? {}, id, random);
    if (value !== null) cases.push({ id, type, value });
  }
  return cases;
}

export const damagedSnapshots: Fault = {
  name: 'damaged-snapshots',
  title: 'snapshots truncated, bit-flipped, of another version, swapped between nodes',
  promise: 'all found; a fresh start, the bad value kept aside, a warning that says why',
  isComputation: true,
  async run(size) {
    const total = KINDS.length * size.pick(15, 1000);
    const cases = createCases(await learn(), total);
    const store = new SlowStore();
    for (const { id, value } of cases) store.put(`psmf_${id}`, value);
    const embedded = await Embedded.start(
      cases.map(({ id, type }) => ({ id, type })),
      store.settings,
    );
    for (const { id, type, value } of cases) {
      const probe = new Probe(id);
      await probe.ready();
      assert.deepEqual(store.peek(`psmf_${id}_damaged`), value, `${id}: not kept aside`);
      const answer = probe.ask({ payload: { a: 1 } });
      assert.equal(probe.done, 1, `${id} does not answer`);
      const block = answer?.psmf?.[blockNames[type]] as { seq: number };
      assert.equal(block.seq, 1, `${id}: no fresh start`);
    }
    const reasons = embedded.warnings.filter((text) =>
      /^Starting from an empty model\. .*expected .*got /.test(text),
    );
    await embedded.stop();
    assert.equal(reasons.length, total);
    return `${count(total / KINDS.length)} of each kind: all ${count(total)} found, kept aside and warned of, a fresh start each`;
  },
};
