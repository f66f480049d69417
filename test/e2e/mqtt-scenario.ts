import assert from 'node:assert/strict';
import type { MqttClient } from 'mqtt';
import { connectClient } from '../../demo/mqtt-client';
import { Plant, type PlantFrame } from '../../demo/plant';
import { SENSORS } from '../../demo/sensors';
import { Outbox, type FilledFrame } from './mqtt-outbox';
import { createMqttFlow } from './mqtt-flow';
import { NodeRed } from './node-red';
import { createUserDir, removeUserDir } from './packed';

const FRAMES = 900;
/** Frames that psmf-impute takes to learn from. */
const WARM_UP = 40;
/** The first change comes after half of it: later than the frames that psmf-changepoint learns from. */
const CHANGE_EVERY = 1400;
const FOUND_WITHIN = 20;
const START = Date.UTC(2026, 0, 1);
const PERIOD_MS = 1000;

export interface TestBroker {
  readonly port: number;
  close(): Promise<void>;
}

interface Sent {
  readonly frame: PlantFrame;
  readonly answer: FilledFrame;
}

/** Twelve topics over MQTT, a fifth of the readings lost, and spikes, repeated and late messages among the others. */
export function describeMqtt(name: string, startBroker: () => Promise<TestBroker>): void {
  describe(`12 sensors over MQTT (${name}), 20 % of the readings lost`, function () {
    this.timeout(240_000);
    const plant = new Plant({ seed: 11, lost: 0.2, dropOut: 0, outageEvery: 0, changeEvery: CHANGE_EVERY });
    const sent: Sent[] = [];
    let userDir = '';
    let broker: TestBroker;
    let red: NodeRed;
    let client: MqttClient;
    let outbox: Outbox;

    before(async () => {
      broker = await startBroker();
      client = await connectClient(broker.port);
      outbox = await Outbox.open(client);
      ({ userDir } = await createUserDir());
      red = await NodeRed.start(userDir);
      await red.deploy(createMqttFlow(broker.port));
      await outbox.reach('ready');
      const frames = Array.from({ length: FRAMES }, () => plant.next());
      for (const [t, frame] of frames.entries()) {
        for (const { topic, value, frame: index } of frame.readings)
          client.publish(topic, JSON.stringify({ value, time: START + index * PERIOD_MS }));
        if (t > 0) await outbox.reachFrame(START + (t - 1) * PERIOD_MS);
      }
      for (const [t, frame] of frames.entries())
        sent.push({ frame, answer: await outbox.reachFrame(START + t * PERIOD_MS) });
    });
    after(async () => {
      await client?.endAsync(true);
      await red?.stop();
      await broker?.close();
      await removeUserDir(userDir);
    });

    it('answers with one frame of twelve finite values for each frame sent', () => {
      const ready = sent.slice(WARM_UP);
      for (const { answer } of ready) {
        assert.deepEqual(Object.keys(answer.payload).sort(), SENSORS.map(({ topic }) => topic).sort());
        assert.ok(Object.values(answer.payload).every(Number.isFinite));
      }
      assert.deepEqual(red.warnings, []);
    });

    it('fills with at most 0.7 of the error of repeating the last value, and 92 to 98 % inside the band', () => {
      const { ratio, coverage, count } = score(sent);
      assert.ok(count > 1000, `${count} filled values`);
      assert.ok(ratio <= 0.7, `error ratio ${ratio.toFixed(3)}`);
      assert.ok(coverage >= 0.92 && coverage <= 0.98, `coverage ${coverage.toFixed(3)}`);
    });

    it('flags the change within 20 frames, its sensors on top', () => {
      const { frame } = sent.find((entry) => entry.frame.moved.length > 0) as Sent;
      const event = outbox.changes.find(({ detectedAt }) => detectedAt >= START + frame.index * PERIOD_MS);
      assert.ok(event, 'no change was flagged');
      const delay = (event.detectedAt - START) / PERIOD_MS - frame.index;
      assert.ok(delay <= FOUND_WITHIN, `found after ${delay} frames`);
      const top = event.sensors.slice(0, frame.moved.length).map((sensor) => sensor.name);
      assert.deepEqual(top.sort(), [...frame.moved].sort());
    });
  });
}

/** Filled values of lost readings after the warm-up, against what the sensors read, each error in spreads of its sensor. */
function score(sent: readonly Sent[]): { ratio: number; coverage: number; count: number } {
  const last = new Map<string, number>();
  let [own, other, inside, count] = [0, 0, 0, 0];
  for (const { frame, answer } of sent) {
    const received = new Map(
      frame.readings
        .filter((reading) => reading.frame === frame.index)
        .map(({ topic, value }) => [topic, value]),
    );
    for (const [j, { topic, spread }] of SENSORS.entries()) {
      const before = last.get(topic);
      const truth = frame.truth[j];
      if (!received.has(topic) && before !== undefined && frame.index >= WARM_UP) {
        own += ((answer.payload[topic] - truth) / spread) ** 2;
        other += ((before - truth) / spread) ** 2;
        inside += answer.lower[topic] <= truth && truth <= answer.upper[topic] ? 1 : 0;
        count++;
      }
    }
    for (const [topic, value] of received) last.set(topic, value);
  }
  return { ratio: Math.sqrt(own / other), coverage: inside / count, count };
}
