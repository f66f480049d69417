import assert from 'node:assert/strict';
import { SlowStore } from '../nodes/slow-store';
import { Embedded, Probe } from './embedded';
import { count, pause, type Fault } from './fault';
import { Flooder, type Offered } from './flooder';

const MOST_WAITING = 1000;
const MOST_SENSORS = 1024;
const MOST_GROWTH_MB = 64;
/** The node gives the store up after 5 s. */
const STORE_SILENT_SECONDS = 3;

const heapMb = (): number => {
  global.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const describe = ({ sent, arrived }: Offered, seconds: number): string =>
  `${count(sent)} offered in ${seconds} s, ${count(arrived)} taken from the socket`;

export const flood: Fault = {
  name: 'flood',
  title:
    'a flood of 50,000 messages a second by UDP: frames while the store does not answer, frames of 40 sensors for 20 s, readings of 20,000 topics for 20 s',
  promise: 'start-up queue and assembler stay bounded; what they drop is counted and shown in the status',
  async run(size) {
    const seconds = size.pick(2, 20);
    const silentSeconds = Math.min(seconds, STORE_SILENT_SECONDS);
    const flooder = await Flooder.start();
    const store = new SlowStore();
    store.hold();
    const embedded = await Embedded.start(
      [
        { id: 'n', type: 'psmf-filter' },
        // On a slow machine no topic comes twice: the frame is closed by its time.
        { id: 'readings', type: 'psmf-impute', store: 'memory', frameMs: 500 },
      ],
      { ...store.settings, memory: { module: 'memory' } },
    );
    const probe = new Probe('n');
    const before = heapMb();
    const early = await flooder.offer('frames', silentSeconds, (msg) => probe.give(msg));
    const waiting = early.arrived - probe.failed;
    assert.equal(waiting, MOST_WAITING, `${waiting} messages wait`);
    store.release();
    while (probe.done < early.arrived) await pause(20);
    await pause(1200);
    assert.ok(probe.status.includes(`${probe.failed} refused`), probe.status);
    const { done, failed } = probe;
    const late = await flooder.offer('frames', seconds, (msg) => probe.give(msg));
    assert.equal(probe.done - done, late.arrived);
    assert.equal(probe.failed, failed);

    const readingsProbe = new Probe('readings');
    const readings = await flooder.offer('readings', seconds, (msg) => readingsProbe.give(msg));
    flooder.stop();
    await pause(1200);
    assert.equal(readingsProbe.done, readings.arrived);
    assert.ok(
      readingsProbe.failed > 0 && readingsProbe.status.includes(`${readingsProbe.failed} refused`),
      readingsProbe.status,
    );
    const { meta } = readingsProbe.ask({ export: true })?.payload as { meta: { names: string[] } };
    assert.equal(meta.names.length, MOST_SENSORS);
    const growth = heapMb() - before;
    assert.ok(growth < MOST_GROWTH_MB, `the heap has grown by ${growth.toFixed(0)} MB`);
    await embedded.stop();
    return (
      `no answer from the store: ${describe(early, silentSeconds)}, ${count(MOST_WAITING)} wait, ${count(failed)} refused and shown; ` +
      `frames: ${describe(late, seconds)}, each answered; ` +
      `readings: ${describe(readings, seconds)}, ${count(MOST_SENSORS)} sensors, ${count(readingsProbe.failed)} refused and shown; heap +${growth.toFixed(0)} MB`
    );
  },
};
