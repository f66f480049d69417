import { fork, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { pause } from './fault';

const SOCKET_BYTES = 200_000;

export interface Order {
  readonly kind: 'frames' | 'readings';
  readonly port: number;
  readonly seconds: number;
}

export interface Offered {
  readonly sent: number;
  readonly arrived: number;
}

/**
 * Offers 50,000 messages a second by UDP, from a process that waits for nobody: what comes faster than it is taken, the system
 * drops at the socket.
 */
export class Flooder {
  readonly #sender: ChildProcess;

  private constructor(sender: ChildProcess) {
    this.#sender = sender;
  }

  static async start(): Promise<Flooder> {
    const sender = fork(join(__dirname, 'flood-sender.js'));
    await once(sender, 'message');
    return new Flooder(sender);
  }

  /** Gives on the messages that arrive. */
  async offer(kind: Order['kind'], seconds: number, give: (msg: object) => void): Promise<Offered> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: SOCKET_BYTES });
    let arrived = 0;
    socket.on('message', (bytes) => {
      for (const msg of JSON.parse(bytes.toString()) as object[]) {
        arrived += 1;
        give(msg);
      }
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const order: Order = { kind, port: socket.address().port, seconds };
    this.#sender.send(order);
    const [sent] = (await once(this.#sender, 'message')) as [number];
    await pause(200);
    socket.close();
    return { sent, arrived };
  }

  stop(): void {
    this.#sender.disconnect();
  }
}
