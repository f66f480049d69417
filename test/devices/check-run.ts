import assert from 'node:assert/strict';
import { ROUNDS, type DeviceCase } from './device-case';
import { valueAt, type NodeRun } from './node-run';

/** What a case asks of the status: green, or blue while learning, or filled, unless it says otherwise. */
export function isShown({ status }: DeviceCase, fill = '', text = ''): boolean {
  if (status === undefined) return /^(green|blue|yellow: filled)/.test(`${fill}: ${text}`);
  return fill === status.fill && status.text.test(text);
}

/** Compares what a node has made of a case with what it is to make of it. */
export function checkRun(each: DeviceCase, run: NodeRun): void {
  const { sensors, gap, silent, rounds = ROUNDS } = each;
  assert.deepEqual([...run.names].sort(), [...sensors].sort());
  if (sensors.length > 0) assert.ok(run.seq >= rounds - 2, `${run.seq} frames learned`);
  const { fill, text } = run.status ?? {};
  assert.ok(isShown(each, fill, text), `${fill}: ${text}`);
  for (const [path, expected] of Object.entries(gap?.filled ?? {})) {
    const value = valueAt(run.answers[0]?.payload, path);
    if (typeof expected !== 'number') assert.equal(value, expected);
    else
      assert.ok(
        typeof value === 'number' && Math.abs(value - expected) <= (gap?.within ?? 4),
        `${path}: ${String(value)}`,
      );
  }
  if (gap !== undefined) assert.equal(typeof run.answers[0]?.payload, typeof run.out[0].payload);
  const events = run.events.map(({ payload }) => payload as Record<string, unknown>);
  assert.deepEqual(events.map(({ sensor }) => sensor).sort(), [...(silent?.sensors ?? [])].sort());
  for (const { state, reason } of events) assert.deepEqual([state, reason], ['silent', 'offline']);
}
