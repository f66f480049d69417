import { mock } from 'node:test';
import type { NodeStatus } from 'node-red';
import {
  collect,
  getNode,
  helper,
  startFlow,
  statuses,
  streamFlow,
  type Message,
  type StreamType,
} from '../nodes/flow';
import { EVERY_MS, listOf, ROUNDS, START, type DeviceCase, type Sent } from './device-case';

/** What a node has made of the messages of a case. */
export interface NodeRun {
  readonly out: readonly Message[];
  /** What came after the rounds. */
  readonly answers: readonly Message[];
  readonly events: readonly Message[];
  readonly status: NodeStatus | undefined;
  readonly names: readonly string[];
  readonly seq: number;
  readonly now: number;
}

/** Runs a case through a node of Node-RED, with a clock that the test sets. */
export async function runNode(
  { round, rounds = ROUNDS, everyMs = EVERY_MS, settings, gap, silent }: DeviceCase,
  type: StreamType = 'psmf-impute',
): Promise<NodeRun> {
  let now = START;
  let sent = 0;
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now });
  const ticks = mock.method(performance, 'now', () => now - START);
  await startFlow(streamFlow(type, { configVersion: 2, ...settings }));
  const { out, events, completed, caught } = collect();
  const give = async (messages: Sent | readonly Sent[]): Promise<void> => {
    for (const message of listOf(messages)) {
      getNode('n1').receive({ ...message });
      sent += 1;
      while (completed.messages.length + caught.messages.length < sent) await new Promise(setImmediate);
    }
  };
  try {
    for (let t = 0; t < rounds; t++) {
      if (t > 0) mock.timers.tick(everyMs);
      now = START + t * everyMs;
      await give(round(t, now));
    }
    const before = out.messages.length;
    if (gap !== undefined) await give(gap.send(rounds, now + 1));
    if (silent !== undefined) await give(silent.send(rounds, now + 1));
    await new Promise(setImmediate);
    mock.timers.tick(1001);
    const status = statuses().at(-1);
    const answers = out.messages.slice(before);
    await give({ payload: '', export: true });
    await new Promise(setImmediate);
    const state = out.messages.at(-1)?.payload as {
      readonly seq?: number;
      readonly meta?: { readonly names: readonly string[] };
    };
    return {
      ...{ out: out.messages, answers, events: events.messages, status, now },
      ...{ names: state?.meta?.names ?? [], seq: state?.seq ?? 0 },
    };
  } finally {
    ticks.mock.restore();
    mock.timers.reset();
    await helper.unload();
  }
}

/** The value at a path such as `BME280.Temperature`; text is parsed first. A part of the path may hold dots. */
export function valueAt(payload: unknown, path: string): unknown {
  let value: unknown = Buffer.isBuffer(payload) ? payload.toString() : payload;
  if (typeof value === 'string') value = JSON.parse(value);
  const parts = path.split('.');
  while (parts.length > 0 && value !== null && typeof value === 'object') {
    let length = parts.length;
    while (length > 1 && !Object.hasOwn(value, parts.slice(0, length).join('.'))) length -= 1;
    value = (value as Record<string, unknown>)[parts.splice(0, length).join('.')];
  }
  return value;
}
