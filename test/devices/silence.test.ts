import assert from 'node:assert/strict';
import type { SensorEvent } from '../../src';
import { wave, type DeviceCase, type Sent } from './device-case';
import { runNode } from './node-run';

/** The round from which the garage is not heard of any more. */
const STOPS = 60;
const climate = (t: number, k: number): object => ({
  temperature: wave(t, 21, 2, k, 2),
  humidity: wave(t, 48, 6, k + 1, 2),
  battery: 97,
  linkquality: 60 + (t % 40),
});

/** Two devices of one kind under a gateway, the garage in every so many rounds; the kitchen goes on to the end. */
const twoDevices = (garageEvery: number, rounds: number): DeviceCase => ({
  ...{ family: 'Zigbee gateway', name: 'one of two falls silent', rounds, sensors: [] },
  round: (t) => {
    const kitchen: Sent = { topic: 'zigbee2mqtt/kitchen', payload: climate(t, 0) };
    const isThere = t < STOPS && t % garageEvery === 0;
    return isThere ? [kitchen, { topic: 'zigbee2mqtt/garage', payload: climate(t, 2) }] : kitchen;
  },
});

describe('one of two devices of one kind falls silent', () => {
  for (const [what, garageEvery, within] of [
    ['as often as the other', 1, 6],
    ['every fourth round', 4, 20],
  ] as const)
    it(`is told by its name, and of no other, where it reports ${what}`, async () => {
      const { events, names } = await runNode(twoDevices(garageEvery, STOPS + within + 2));
      const gone = events.map(({ payload }) => payload as SensorEvent);
      assert.deepEqual(gone.map(({ sensor }) => sensor).sort(), [
        'zigbee2mqtt/garage/humidity',
        'zigbee2mqtt/garage/temperature',
      ]);
      for (const { state, gap } of gone) assert.ok(state === 'silent' && gap <= within, `${state} ${gap}`);
      assert.equal(names.length, 4);
    });
});
