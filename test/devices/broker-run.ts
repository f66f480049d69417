import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { MqttClient } from 'mqtt';
import type { NodeStatus } from 'node-red';
import type { NodeRed } from '../e2e/node-red';
import type { Message } from '../nodes/flow';
import { isShown } from './check-run';
import { EVERY_MS, listOf, ROUNDS, type DeviceCase, type Sent } from './device-case';
import type { NodeRun } from './node-run';

/** What `mqtt in` makes of the bytes: its default, text, or the bytes themselves. */
export type DataType = 'auto-detect' | 'utf8' | 'buffer';

/** A status is shown within a second; what is not shown by then is not shown. */
const STATUS_WITHIN_MS = 10_000;
const TEST_TOPIC = 'psmf-test';

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
const bytesOf = (payload: unknown): string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);

/** `mqtt in` -> psmf-impute, which sends nothing by itself once the rounds have ended, and everything it says on topics of the test. */
function createFlow(
  { id, port, datatype }: { id: string; port: number; datatype: DataType },
  topics: readonly string[],
  settings: object,
): object[] {
  const tell = (name: string, func: string): object[] => [
    place({ id: name, type: 'function', func, outputs: 1, wires: [[`${name}-out`]] }),
    place({
      id: `${name}-out`,
      type: 'mqtt out',
      topic: `${TEST_TOPIC}/${name}`,
      broker: 'broker',
      wires: [],
    }),
  ];
  const heard = 'const read = Buffer.isBuffer(msg.payload) ? msg.payload.toString() : msg.payload;';
  return [
    { id: 'tab', type: 'tab', label: 'test' },
    {
      ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: '' },
      ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
    },
    ...topics.map((topic, i) =>
      place({
        ...{ id: `in${i}`, type: 'mqtt in', topic, qos: '0', datatype, broker: 'broker' },
        wires: [[id]],
      }),
    ),
    place({
      ...{ id: 'ask', type: 'mqtt in', topic: 'psmf-ask', qos: '0', datatype: 'json', broker: 'broker' },
      wires: [['export']],
    }),
    // What has been asked for after an answer comes after it: it has as many nodes to pass, and the broker twice.
    place({
      ...{ id: 'call', type: 'mqtt in', topic: 'psmf-call', qos: '0', datatype: 'json', broker: 'broker' },
      wires: [['pass']],
    }),
    place({ id: 'pass', type: 'function', func: 'return msg;', outputs: 1, wires: [['echo']] }),
    ...tell('echo', 'return { payload: {} };'),
    place({ id: 'export', type: 'function', func: 'return { export: true };', wires: [[id]] }),
    place({
      ...{ id, type: 'psmf-impute', configVersion: 2, keepGoing: false, ...settings },
      wires: [['out'], ['event']],
    }),
    ...tell('out', `${heard} return { payload: { payload: read, psmf: msg.psmf } };`),
    ...tell('event', 'return { payload: { payload: msg.payload } };'),
    place({ id: 'complete', type: 'complete', scope: [id], wires: [['done']] }),
    place({ id: 'catch', type: 'catch', scope: [id], wires: [['done']] }),
    ...tell('done', 'return { payload: {} };'),
    place({ id: 'statuses', type: 'status', scope: [id], wires: [['status']] }),
    ...tell('status', 'return { payload: msg.status };'),
    place({
      ...{ id: 'subscriptions', type: 'status', scope: topics.map((_, i) => `in${i}`) },
      wires: [['subscribed']],
    }),
    ...tell(
      'subscribed',
      "return msg.status.fill === 'green' ? { payload: { id: msg.status.source.id } } : null;",
    ),
  ];
}

/** What an export holds. */
interface State {
  readonly seq: number;
  readonly meta: { readonly names: readonly string[] };
}

/** What the flow has said so far, by the last part of the topic. */
class Heard {
  readonly #by = new Map<string, unknown[]>();
  readonly #bell = new EventEmitter();

  take(topic: string, bytes: Buffer): void {
    const name = topic.slice(TEST_TOPIC.length + 1);
    this.#by.set(name, [...this.of(name), JSON.parse(bytes.toString()) as unknown]);
    this.#bell.emit('message');
  }

  of<T>(name: string): readonly T[] {
    return (this.#by.get(name) ?? []) as T[];
  }

  async until(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) await once(this.#bell, 'message');
  }
}

/** Runs a case through a real `mqtt in`, in the time the machine takes; the times in payloads are those of the case. */
export async function runThroughBroker(
  each: DeviceCase,
  datatype: DataType,
  { red, client, port }: { red: NodeRed; client: MqttClient; port: number },
): Promise<NodeRun> {
  // A node of its own for each case: what one has learned is kept for its id.
  const id = createHash('sha1').update(`${each.family} ${each.name}`).digest('hex').slice(0, 16);
  const { round, rounds = ROUNDS, everyMs = EVERY_MS, settings = {}, gap, silent } = each;
  const start = Date.now() - rounds * everyMs;
  const after = [gap?.send, silent?.send].flatMap((send) => (send ? listOf(send(rounds, start)) : []));
  const first = [...listOf(round(0, start)), ...listOf(round(rounds - 1, start)), ...after];
  const topics = [...new Set(first.map(({ topic }) => topic as string))];
  const heard = new Heard();
  const hear = (topic: string, bytes: Buffer): void => heard.take(topic, bytes);
  client.on('message', hear);
  try {
    await client.subscribeAsync(`${TEST_TOPIC}/#`);
    await red.deploy(createFlow({ id, port, datatype }, topics, settings));
    await heard.until(
      () => new Set(heard.of<{ id: string }>('subscribed').map(({ id }) => id)).size === topics.length,
    );
    let sent = 0;
    const give = async (messages: Sent | readonly Sent[]): Promise<void> => {
      for (const { topic, payload } of listOf(messages)) {
        client.publish(topic as string, bytesOf(payload));
        sent += 1;
      }
      await heard.until(() => heard.of('done').length >= sent);
    };
    const settle = async (): Promise<void> => {
      const before = heard.of('echo').length;
      client.publish('psmf-call', '{}');
      await heard.until(() => heard.of('echo').length > before);
    };
    let now = start;
    for (let t = 0; t < rounds; t++) {
      now = start + t * everyMs;
      await give(round(t, now));
    }
    await settle();
    const before = heard.of('out').length;
    if (gap !== undefined) await give(gap.send(rounds, now + 1));
    if (silent !== undefined) await give(silent.send(rounds, now + 1));
    await settle();
    const shown = (): NodeStatus => heard.of<NodeStatus>('status').at(-1) ?? {};
    const isTold = (): boolean => isShown(each, shown().fill, shown().text);
    await Promise.race([
      heard.until(isTold),
      new Promise((resolve) => setTimeout(resolve, STATUS_WITHIN_MS).unref()),
    ]);
    const status = shown();
    const answers = heard.of<Message>('out').slice(before);
    client.publish('psmf-ask', '{}');
    const exported = (): State | undefined =>
      heard
        .of<Message>('out')
        .map(({ payload }) => payload as State)
        .find(({ meta }) => meta?.names !== undefined);
    await heard.until(() => exported() !== undefined && heard.of('done').length > sent);
    const { seq, meta } = exported() as State;
    return {
      ...{ out: heard.of<Message>('out'), answers, events: heard.of<Message>('event'), status, now },
      ...{ names: meta.names, seq },
    };
  } finally {
    client.off('message', hear);
  }
}
