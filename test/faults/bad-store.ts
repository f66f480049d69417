import assert from 'node:assert/strict';
import { streamTypes } from '../nodes/flow';
import { SlowStore } from '../nodes/slow-store';
import { Embedded, Probe } from './embedded';
import { count, pause, type Fault } from './fault';

const MOST_WAITING = 1000;
const MESSAGES = 1500;
/** When a store that is late answers, and when it is given up. */
const LATE_MS = 1000;
const PATIENCE_MS = 5000;

const TROUBLES: Readonly<Record<string, (store: SlowStore) => void>> = {
  late: (store) => {
    store.hold();
    setTimeout(() => store.release(), LATE_MS);
  },
  failing: (store) => {
    store.readsFail = true;
    store.writesFail = true;
  },
  dead: (store) => {
    store.neverAnswers = true;
  },
};

export const badStore: Fault = {
  name: 'bad-store',
  title: 'a context store that answers late, fails, never answers',
  promise: 'a bounded number of messages waits, then the node goes on, in memory if need be, and says so',
  async run() {
    const figures: string[] = [];
    for (const [name, trouble] of Object.entries(TROUBLES)) {
      const store = new SlowStore();
      trouble(store);
      const embedded = await Embedded.start(
        streamTypes.map((type) => ({ id: type, type })),
        store.settings,
      );
      const probes = streamTypes.map((type) => new Probe(type));
      for (const probe of probes) for (let i = 0; i < MESSAGES; i++) probe.give({ payload: { a: i } });
      const start = Date.now();
      while (probes.some(({ done }) => done < MESSAGES)) {
        assert.ok(Date.now() - start < 3 * PATIENCE_MS, `${name}: messages still wait`);
        await pause(50);
      }
      await pause(1200);
      for (const { failed, status } of probes) {
        assert.ok(failed <= MESSAGES - MOST_WAITING, `${name}: ${failed} messages refused`);
        if (failed > 0) assert.match(status, new RegExp(`${failed} refused`));
        assert.equal(/not saved/.test(status), name !== 'late', `${name}: status "${status}"`);
      }
      const warned = embedded.warnings.filter((text) => /Going on in memory only/.test(text)).length;
      assert.equal(warned, name === 'late' ? 0 : streamTypes.length);
      figures.push(
        `${name}: ${count(MESSAGES - probes[0].failed)} of ${count(MESSAGES)} served, ${count(probes[0].failed)} refused and shown`,
      );
      store.neverAnswers = false;
      await embedded.stop();
    }
    return figures.join('; ');
  },
};
