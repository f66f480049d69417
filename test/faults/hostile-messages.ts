import assert from 'node:assert/strict';
import { dynamicsNames } from '../../src/stream/dynamics-plan';
import { streamTypes, type Message, type StreamType } from '../nodes/flow';
import { checkAnswer, listPrototypes } from './checks';
import { Embedded, Probe } from './embedded';
import { count, nextTurn, type Fault } from './fault';
import { drawMessages } from './hostile-shapes';

/** Messages between two looks at the state. */
const STATE_EVERY = 1000;
const MOST_SENSORS = 12;
/** A snapshot of twelve sensors is some 60 kB; names of 256 characters and what a store adds make it no larger than this. */
const LARGEST_SNAPSHOT = 400_000;

const settings = {
  keyProperty: 'site',
  maxModels: 4,
  maxSensors: MOST_SENSORS,
  allowImport: true,
  frameMs: 1000,
};

/** What the filter of each dynamics gets of the messages. */
const SHARE_OF_DYNAMICS = 1 / 5;

interface Victim {
  readonly id: string;
  readonly type: StreamType;
  /** What share of the messages it gets. */
  readonly share: number;
}

/** Every node, and psmf-filter with the paper's filter by each of its dynamics. */
const victims: readonly Victim[] = [
  ...streamTypes.map((type) => ({ id: type, type, share: 1 })),
  ...dynamicsNames.map((dynamics) => ({
    ...{ id: dynamics, type: 'psmf-filter' as const, share: SHARE_OF_DYNAMICS },
    ...{ model: 'rpsmf', dynamics, standardise: true, periodSeconds: 60, horizon: 3 },
  })),
];

/** Sends so many hostile messages; how many were answered with an error. */
async function endure({ id, type }: Victim, messages: number, seed: number): Promise<number> {
  const probe = new Probe(id);
  let sent = 0;
  for (const msg of drawMessages(messages, seed)) {
    const before = probe.done;
    const answers: unknown[] = [];
    probe.sent = (output) => answers.push(Array.isArray(output) ? output[0] : output);
    const given = msg.payload;
    probe.give(msg);
    assert.equal(probe.done, before + 1, `${id}: done was called ${probe.done - before} times`);
    if (msg.export !== true) for (const answer of answers) checkAnswer(type, given, answer as Message);
    if (++sent % STATE_EVERY > 0) continue;
    await nextTurn();
    checkState(id, probe);
  }
  return probe.failed;
}

/** What was learned can be put away, is no larger than it should be, and can be taken up again. */
function checkState(id: string, probe: Probe): void {
  for (const site of ['p', 'q', 'r']) {
    const kept = probe.ask({ export: true, site })?.payload;
    if (kept === undefined) continue;
    const size = JSON.stringify(kept).length;
    assert.ok(size <= LARGEST_SNAPSHOT, `${id}: a snapshot of ${size} bytes`);
    const failures = probe.failed;
    probe.give({ import: kept, site });
    assert.equal(probe.failed, failures, `${id} refuses its own state: ${probe.lastError?.message}`);
  }
}

export const hostileMessagesFault: Fault = {
  name: 'hostile-messages',
  title: 'hostile messages of every shape, each node',
  promise: 'no crash, nothing but finite numbers, done exactly once, state bounded, no prototype touched',
  isComputation: true,
  async run(size) {
    const messages = size.pick(5_000, 1_000_000);
    const prototypes = listPrototypes();
    const embedded = await Embedded.start(victims.map((victim) => ({ ...victim, ...settings })));
    const refused: string[] = [];
    for (const [i, victim] of victims.entries())
      refused.push(count(await endure(victim, messages * victim.share, 1 + i * 1e7)));
    await embedded.stop();
    assert.equal(listPrototypes(), prototypes);
    assert.equal(({} as { x?: unknown }).x, undefined);
    const nodes = streamTypes.length;
    return `${count(messages)} each, and ${count(messages * SHARE_OF_DYNAMICS)} to psmf-filter by each of ${dynamicsNames.length} dynamics: 0 crashes, 0 non-finite, every done once; refused with an error: ${refused.slice(0, nodes).join(', ')}; ${refused.slice(nodes).join(', ')}`;
  },
};
