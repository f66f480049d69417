import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export const HOST = '127.0.0.1';

/** Listens on the wanted port, or on a free one if that is taken; returns the port it got. */
export async function listen(server: Server, wanted: number): Promise<number> {
  try {
    await open(server, wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    await open(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

async function open(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}
