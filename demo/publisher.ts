import { connectClient } from './mqtt-client';
import { Plant } from './plant';
import { SENSORS } from './sensors';

/** Not among the plant's topics: what every sensor read, for the dashboard to compare with. */
export const TRUTH_TOPIC = 'truth';

export interface Publisher {
  close(): Promise<void>;
}

/** Runs the plant at so many frames a second: each reading goes to its own topic as {"value": 540.2, "time": 1700000000000}; time is that of the scan, however late the timer was. */
export async function startPublisher(
  port: number,
  framesPerSecond: number,
  plant: Plant,
): Promise<Publisher> {
  const client = await connectClient(port);
  const start = Date.now();
  const periodMs = 1000 / framesPerSecond;
  const timeOf = (frame: number): number => Math.round(start + frame * periodMs);
  const publish = (topic: string, message: object): void => {
    client.publish(topic, JSON.stringify(message));
  };
  const tick = (): void => {
    const { index, truth, readings } = plant.next();
    publish(TRUTH_TOPIC, {
      time: timeOf(index),
      values: Object.fromEntries(SENSORS.map(({ topic }, j) => [topic, truth[j]])),
    });
    for (const { topic, value, frame } of readings) publish(topic, { value, time: timeOf(frame) });
  };
  const timer = setInterval(tick, periodMs);
  return {
    close: async () => {
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}
