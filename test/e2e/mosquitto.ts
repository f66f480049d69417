import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestBroker } from './mqtt-scenario';
import { findFreePort } from './node-red';

/** From the package mosquitto of most distributions, some of which keep it off the users' path. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** A real mosquitto; with `wanted` it listens there and keeps sessions and messages in the folder over its restarts. */
export async function startMosquitto(wanted?: { port: number; folder: string }): Promise<TestBroker> {
  const folder = wanted?.folder ?? (await mkdtemp(join(tmpdir(), 'psmf-mosquitto-')));
  const port = wanted?.port ?? (await findFreePort());
  const settings = join(folder, 'mosquitto.conf');
  await writeFile(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence ${wanted !== undefined}\n` +
      `persistence_location ${folder}/\nmax_queued_messages 0\nuser ${userInfo().username}\n`,
  );
  const child = spawn('mosquitto', ['-c', settings, '-v'], { env: { ...process.env, PATH } });
  let log = '';
  const running = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      log += text.toString();
      if (/mosquitto version \S+ running/.test(log)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`mosquitto ended:\n${log}`)));
  });
  await running;
  return {
    port,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      if (wanted === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
