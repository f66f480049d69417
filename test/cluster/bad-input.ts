import assert from 'node:assert/strict';
import { connect, type Channel, type GetMessage } from 'amqplib';
import { startEngines } from '../../demo/cluster/engines';
import { Monitor } from '../../demo/cluster/monitor';
import { Worker } from '../../demo/cluster/worker';
import { until } from './until';

/** What is no JSON, and what no model can take. */
const TOO_WIDE = Array.from({ length: 2000 }, (_, i) => [`s${i}`, i]);
const POISON = ['no JSON at all', JSON.stringify({ timestamp: 500, ...Object.fromEntries(TOO_WIDE) })];
const FRAMES = 20;

interface Answered {
  readonly site: string;
  readonly psmf: { readonly impute: { readonly seq: number } };
}

/** What nobody should send, and a queue that somebody has made in another way: each is reported, and nothing else suffers. */
export async function takeBadInput(): Promise<string> {
  const engines = await startEngines();
  const { folder, redisUrl, rabbitMq } = engines;
  const connection = await connect(rabbitMq.url);
  const channel = await connection.createChannel();
  const monitor = await Monitor.start(rabbitMq.url);
  const workers: Worker[] = [];
  const startWorker = async (name: string): Promise<Worker> => {
    const worker = await Worker.start({ name, folder, partitions: 2, amqpUrl: rabbitMq.url, redisUrl });
    workers.push(worker);
    return worker;
  };
  const send = (key: string, text: string): boolean =>
    channel.publish('sites', key, Buffer.from(text), { persistent: true });
  try {
    await channel.assertQueue('sites.p01', { durable: true });
    const first = await startWorker('first');
    await until('a warning of the queue', () => first.log.includes('no quorum queue'));
    assert.match(
      first.log,
      /sites\.p01 is no quorum queue with a single active consumer: expected both, got other settings/,
    );
    await monitor.reach(['sites.p00']);
    const countConsumers = async (): Promise<number> => (await channel.checkQueue('sites.p00')).consumerCount;
    await until('a consumer of the queue', async () => (await countConsumers()) === 1);
    await channel.assertQueue('answers.check', { durable: true });
    await channel.bindQueue('answers.check', 'answers', '#');
    const dead: string[] = [];
    for (const text of POISON) {
      send('sites.p00.a', text);
      const message = await get(channel, 'sites.dead');
      const headers = (message.properties.headers ?? {}) as Record<string, unknown>;
      assert.equal(message.content.toString(), text);
      assert.equal(headers.refusals, 3);
      dead.push(String(headers.reason));
    }
    assert.match(dead[0], /no JSON/);
    assert.match(dead[1], /sensors/);
    send('sites.a', JSON.stringify({ timestamp: 1000, s0: 1 }));
    assert.equal((await get(channel, 'sites.unrouted')).fields.routingKey, 'sites.a');

    await startWorker('second');
    await until('reports of both workers', () => monitor.reports.size === 2);
    const learn = async (from: number, to: number): Promise<void> => {
      for (let t = from; t <= to; t++) send('sites.p00.a', JSON.stringify({ timestamp: 1000 * t, s0: t }));
      // What a kill has kept from being acknowledged is answered again.
      let seq = from - 1;
      while (seq < to) {
        const answer = JSON.parse((await get(channel, 'answers.check')).content.toString()) as Answered;
        const got = answer.psmf.impute.seq;
        assert.ok(got <= seq + 1, `frame ${got} came after frame ${seq}`);
        seq = Math.max(seq, got);
      }
    };
    await learn(1, FRAMES);
    await until('a report of an owner', () => ownersOf(monitor, 'sites.p00').length > 0);
    const [owner, ...others] = ownersOf(monitor, 'sites.p00');
    assert.deepEqual(others, [], 'further owners of a partition');
    await workers.find(({ name }) => name === owner)?.kill();
    await learn(FRAMES + 1, 2 * FRAMES);
    return (
      `of poison messages ${dead.length} of ${POISON.length} went to sites.dead after 3 refusals with the reason, a topic without a partition to ` +
      `sites.unrouted; a queue of another kind was reported and left alone; of two workers that claim a partition one got all frames, in order, and after its kill the other`
    );
  } finally {
    await monitor.close();
    await connection.close().catch(() => {});
    for (const worker of workers) await worker.kill();
    await engines.stop();
  }
}

const ownersOf = ({ reports }: Monitor, queue: string): string[] =>
  [...reports.values()].filter(({ partitions }) => partitions.includes(queue)).map(({ worker }) => worker);

async function get(channel: Channel, queue: string): Promise<GetMessage> {
  let message: GetMessage | false = false;
  await until(`a message in ${queue}`, async () => {
    message = await channel.get(queue, { noAck: true });
    return message !== false;
  });
  return message as unknown as GetMessage;
}
