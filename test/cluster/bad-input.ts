import assert from 'node:assert/strict';
import { connect, type Channel, type GetMessage } from 'amqplib';
import { startEngines } from '../../demo/cluster/engines';
import { Monitor } from '../../demo/cluster/monitor';
import { Worker } from '../../demo/cluster/worker';

const WITHIN_MS = 60_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What nobody should send, and a queue that somebody has made in another way: each is reported, and nothing else suffers. */
export async function takeBadInput(): Promise<string> {
  const engines = await startEngines();
  const connection = await connect(engines.rabbitMq.url);
  const channel = await connection.createChannel();
  const monitor = await Monitor.start(engines.rabbitMq.url);
  let worker: Worker | null = null;
  try {
    await channel.assertQueue('sites.p01', { durable: true });
    worker = await Worker.start({
      ...{ name: 'worker', folder: engines.folder, partitions: 2 },
      ...{ amqpUrl: engines.rabbitMq.url, redisUrl: engines.redisUrl },
    });
    const started = worker;
    await until(() => Promise.resolve(started.log.includes('no quorum queue')));
    await monitor.reach(['sites.p00']);
    await until(async () => (await channel.checkQueue('sites.p00')).consumerCount > 0);
    assert.match(
      started.log,
      /sites\.p01 is no quorum queue with a single active consumer: expected both, got other settings/,
    );
    await channel.assertQueue('answers.check', { durable: true });
    await channel.bindQueue('answers.check', 'answers', '#');
    const send = (key: string, text: string): boolean =>
      channel.publish('sites', key, Buffer.from(text), { persistent: true });
    send('sites.p00.a', 'no JSON at all');
    send('sites.p00.a', JSON.stringify({ timestamp: 1000, s0: 1 }));
    send('sites.a', JSON.stringify({ timestamp: 1000, s0: 1 }));
    const dead = await get(channel, 'sites.dead');
    const headers = (dead.properties.headers ?? {}) as Record<string, unknown>;
    assert.match(String(headers.reason), /no JSON/);
    assert.equal(headers.refusals, 3);
    assert.equal(dead.content.toString(), 'no JSON at all');
    const unrouted = await get(channel, 'sites.unrouted');
    assert.equal(unrouted.fields.routingKey, 'sites.a');
    const answer = await get(channel, 'answers.check');
    assert.equal((JSON.parse(answer.content.toString()) as { site: string }).site, 'a');
    return 'a poison message went to sites.dead after 3 refusals with its reason, a topic without a partition to sites.unrouted; a queue of another kind was reported and left alone';
  } finally {
    await monitor.close();
    await connection.close().catch(() => {});
    await worker?.kill();
    await engines.stop();
  }
}

async function until(is: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (!(await is())) {
    if (Date.now() > end) throw new Error('it did not come to that');
    await pause(200);
  }
}

async function get(channel: Channel, queue: string): Promise<GetMessage> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const message = await channel.get(queue, { noAck: true });
    if (message !== false) return message;
    if (Date.now() > end) throw new Error(`nothing came to ${queue}`);
    await pause(200);
  }
}
