import assert from 'node:assert/strict';
import { nextUniform } from '../../src/random';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type StreamType } from '../nodes/flow';
import { Embedded, Probe } from './embedded';
import { count, type Fault } from './fault';

const DUPLICATES = 0.02;
const LATE = 0.01;
const START = 1.7e12;

interface Frame {
  readonly payload: object;
  readonly timestamp: number;
}

/** The frames as a bad line delivers them, and those of them that come in order for the first time. */
function deliver(frames: readonly Frame[]): { all: Frame[]; inOrder: Frame[] } {
  const random = Float64Array.of(11);
  const luck = (): number => nextUniform(random, 0);
  const queue = frames.map((frame, t) => ({ frame, at: t + (luck() < LATE ? 1 + 20 * luck() : 0) }));
  const copies = queue
    .filter(() => luck() < DUPLICATES)
    .map(({ frame, at }) => ({ frame, at: at + 20 * luck() }));
  const all = [...queue, ...copies].sort((a, b) => a.at - b.at).map(({ frame }) => frame);
  let newest = -Infinity;
  const inOrder = all.filter(({ timestamp }) => {
    if (timestamp <= newest) return false;
    newest = timestamp;
    return true;
  });
  return { all, inOrder };
}

/** What a node has learned from the frames: numbers and clock, but for the time on the wall. */
function learn(id: string, frames: readonly Frame[]): string {
  const probe = new Probe(id);
  for (const { payload, timestamp } of frames) probe.give({ payload: { ...payload }, timestamp });
  const kept = probe.ask({ export: true })?.payload as {
    seq: number;
    time: number;
    data: string;
    meta: { clock: object };
  };
  assert.equal(probe.failed, 0);
  return JSON.stringify([kept.seq, kept.time, kept.data, { ...kept.meta.clock, arrival: null }]);
}

export const repeatedFrames: Fault = {
  name: 'repeated-frames',
  title: 'duplicates 2 %, out of order 1 % (frames with their own times)',
  promise: 'state bit-equal to a run without them',
  isComputation: true,
  async run(size) {
    const total = size.pick(3_000, 100_000);
    const frames = simulateFrames(total, 6).map((payload, t) => ({ payload, timestamp: START + 1000 * t }));
    const { all, inOrder } = deliver(frames);
    const ids = (type: StreamType): [string, string] => [`${type}-all`, `${type}-in-order`];
    const embedded = await Embedded.start(
      streamTypes.flatMap((type) => ids(type).map((id) => ({ id, type }))),
    );
    for (const type of streamTypes) {
      const [one, other] = ids(type);
      assert.ok(learn(one, all) === learn(other, inOrder), `${type}: the states differ`);
    }
    await embedded.stop();
    return `${count(all.length)} frames, ${count(all.length - inOrder.length)} of them repeated or late: states bit-equal in all three nodes`;
  },
};
