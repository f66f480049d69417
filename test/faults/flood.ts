import assert from 'node:assert/strict';
import { simulateFrames } from '../frame/simulation';
import { SlowStore } from '../nodes/slow-store';
import { Embedded, Probe } from './embedded';
import { count, pause, type Fault } from './fault';

const RATE = 50_000;
const SEATS = 1000;
const MOST_SENSORS = 1024;
const TOPICS = 20_000;
const MOST_GROWTH_MB = 64;
/** The node gives the store up after 5 s. */
const STORE_SILENT_SECONDS = 4;

/** Sends at the rate until it is over, however far behind the node may be; how many messages that were. */
async function pour(seconds: number, send: (i: number) => void): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (let now = start; now - start < 1000 * seconds; now = performance.now()) {
    const due = Math.min(((now - start) / 1000) * RATE, sent + RATE);
    while (sent < due) send(sent++);
    await pause(1);
  }
  return sent;
}

const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

export const flood: Fault = {
  name: 'flood',
  title:
    'a flood of up to 50,000 messages a second: while the store does not answer, 20 s of frames, 20 s of readings',
  promise: 'start-up queue and assembler stay bounded; what they drop is counted and shown in the status',
  async run(size) {
    const seconds = size.pick(2, 20);
    const store = new SlowStore();
    store.hold();
    const embedded = await Embedded.start(
      [
        { id: 'n', type: 'psmf-filter' },
        { id: 'readings', type: 'psmf-impute', store: 'memory' },
      ],
      { ...store.settings, memory: { module: 'memory' } },
    );
    const frames = simulateFrames(100, 40);
    const probe = new Probe('n');
    const before = heapMb();
    const sent = await pour(Math.min(seconds, STORE_SILENT_SECONDS), (i) =>
      probe.give({ payload: frames[i % 100] }),
    );
    const waiting = sent - probe.failed;
    assert.equal(waiting, SEATS, `${waiting} messages wait`);
    store.release();
    while (probe.done < sent) await pause(20);
    await pause(1200);
    assert.ok(probe.status.includes(`${sent - SEATS} refused`), probe.status);
    const served = await pour(seconds, (i) => probe.give({ payload: frames[i % 100] }));

    const desk = new Probe('readings');
    const readings = await pour(seconds, (i) => desk.give({ payload: i % 7, topic: `t${i % TOPICS}` }));
    await pause(1200);
    assert.equal(desk.done, readings);
    assert.ok(desk.failed > 0 && desk.status.includes(`${desk.failed} refused`), desk.status);
    const { meta } = desk.ask({ export: true })?.payload as { meta: { names: string[] } };
    assert.equal(meta.names.length, MOST_SENSORS);
    const growth = heapMb() - before;
    assert.ok(growth < MOST_GROWTH_MB, `the heap has grown by ${growth.toFixed(0)} MB`);
    await embedded.stop();
    return (
      `${count(sent)} messages to a store that does not answer: ${count(SEATS)} wait, ${count(sent - SEATS)} refused and shown; ` +
      `${count(served)} frames served; ${count(readings)} readings of ${count(TOPICS)} topics: ${count(MOST_SENSORS)} sensors, ` +
      `${count(desk.failed)} refused and shown; heap +${growth.toFixed(0)} MB`
    );
  },
};
