import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeWithUs } from './left-behind';
import { RabbitMqServer } from './rabbitmq-server';
import { RedisServer } from './redis-server';

/** RabbitMQ and Redis, on free ports and with their data in a temporary folder. */
export interface Engines {
  readonly folder: string;
  readonly rabbitMq: RabbitMqServer;
  readonly redis: RedisServer;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

export async function startEngines(): Promise<Engines> {
  const folder = await mkdtemp(join(tmpdir(), 'psmf-cluster-'));
  removeWithUs(folder);
  const redisFolder = join(folder, 'redis');
  await mkdir(redisFolder);
  const [port, amqp, mqtt, distribution, epmd] = await findFreePorts(5);
  const redis = await RedisServer.start({ port, folder: redisFolder });
  try {
    const rabbitMq = await RabbitMqServer.start(join(folder, 'rabbitmq'), { amqp, mqtt, distribution, epmd });
    const stop = async (): Promise<void> => {
      await rabbitMq.stop();
      await redis.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    return { folder, rabbitMq, redis, redisUrl: `redis://127.0.0.1:${port}`, stop };
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** Held open together, so that none is given twice. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
