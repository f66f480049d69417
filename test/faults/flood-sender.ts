import { createSocket } from 'node:dgram';
import { simulateFrames } from '../frame/simulation';
import { pause } from './fault';
import type { Order } from './flooder';

const RATE = 50_000;
/** Messages in a datagram, so that sending them takes next to no time. */
const TOGETHER = 50;
const SENSORS = 40;
const TOPICS = 20_000;

const bundle = (count: number, message: (i: number) => object): Buffer[] =>
  Array.from({ length: count / TOGETHER }, (_, b) =>
    Buffer.from(JSON.stringify(Array.from({ length: TOGETHER }, (_none, i) => message(b * TOGETHER + i)))),
  );

const frames = simulateFrames(200, SENSORS).map((frame) =>
  Object.fromEntries(Object.entries(frame).map(([name, value]) => [name, Number(value.toFixed(6))])),
);
const datagrams = {
  frames: bundle(200, (i) => ({ payload: frames[i] })),
  readings: bundle(TOPICS, (i) => ({ payload: i % 7, topic: `t${i}` })),
};

const socket = createSocket('udp4');

/** Sends 50,000 messages a second until it is over, however far behind anyone may be; how many messages that were. */
async function pour({ kind, port, seconds }: Order): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (let now = start; now - start < 1000 * seconds; now = performance.now()) {
    const due = ((now - start) / 1000) * (RATE / TOGETHER);
    for (; sent < due; sent++) socket.send(datagrams[kind][sent % datagrams[kind].length], port, '127.0.0.1');
    await pause(1);
  }
  return sent * TOGETHER;
}

process.on('message', (order: Order) => void pour(order).then((sent) => process.send?.(sent)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
