import assert from 'node:assert/strict';
import { simulateFrames } from '../frame/simulation';
import { streamTypes, type Message, type StreamType } from '../nodes/flow';
import { checkAnswer } from './checks';
import { Embedded, Probe } from './embedded';
import { count, type Fault } from './fault';

type Frame = Readonly<Record<string, number>>;

const without = (frame: Frame, ...names: string[]): Frame =>
  Object.fromEntries(Object.entries(frame).filter(([name]) => !names.includes(name)));
const reordered = (frame: Frame, t: number): Frame => {
  const entries = Object.entries(frame);
  return Object.fromEntries([...entries.slice(t % entries.length), ...entries.slice(0, t % entries.length)]);
};

/** What is done to the frames of s0 ... s5: every name joins, leaves, comes back or changes at some time. */
const CHANGES: Readonly<Record<string, (frame: Frame, t: number, half: number) => Frame>> = {
  reordered,
  added: (frame, t, half) => (t < half ? without(frame, 's4', 's5') : frame),
  removed: (frame, t, half) => (t < half ? frame : without(frame, 's4')),
  renamed: (frame, t, half) => (t < half ? frame : { ...without(frame, 's5'), 's5 new': frame.s5 }),
};

/** Feeds a node; its last snapshot. */
function learn(id: string, type: StreamType, frames: readonly Frame[]): { data: string; names: string[] } {
  const probe = new Probe(id);
  for (const [t, payload] of frames.entries()) {
    const answer = probe.ask({ payload, timestamp: 1.7e12 + 1000 * t });
    checkAnswer(type, payload, answer as Message);
  }
  assert.equal(probe.failed, 0);
  const { data, meta } = probe.ask({ export: true })?.payload as { data: string; meta: { names: string[] } };
  return { data, names: meta.names };
}

export const changingSensors: Fault = {
  name: 'changing-sensors',
  title: 'sensors added, removed, reordered, renamed',
  promise: 'mapped by name',
  isComputation: true,
  async run(size) {
    const total = size.pick(400, 20_000);
    const frames = simulateFrames(total, 6);
    const names = ['plain', ...Object.keys(CHANGES)];
    const embedded = await Embedded.start(
      streamTypes.flatMap((type) => names.map((name) => ({ id: `${type}-${name}`, type }))),
    );
    for (const type of streamTypes) {
      const plain = learn(`${type}-plain`, type, frames);
      const outcomes = Object.entries(CHANGES).map(
        ([name, change]) =>
          [
            name,
            learn(
              `${type}-${name}`,
              type,
              frames.map((frame, t) => change(frame, t, total / 2)),
            ),
          ] as const,
      );
      const by = new Map(outcomes);
      assert.ok(by.get('reordered')?.data === plain.data, `${type}: the order of fields matters`);
      assert.deepEqual(by.get('added')?.names, plain.names);
      assert.deepEqual(by.get('removed')?.names, plain.names);
      assert.deepEqual(by.get('renamed')?.names, [...plain.names, 's5 new']);
    }
    await embedded.stop();
    return `${count(total)} frames each: reordered fields give a bit-equal state, the others keep every column by its name`;
  },
};
