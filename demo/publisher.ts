import { connectClient } from './mqtt-client';
import type { Plant, PlantFrame } from './plant';

/** Not among the plant's topics: what came before the demo was started, as one batch; and what is broken on purpose. */
export const HISTORY_TOPIC = 'history';
export const BROKEN_TOPIC = 'broken';
/** Frames the nodes have learned from before the page is opened. */
const HISTORY = 1200;
/** What the nodes are given to learn them. */
const LEARN_MS = 3000;

export interface Publisher {
  close(): Promise<void>;
}

/**
 * Runs the plant at so many frames a second: each reading goes to its own topic as {"value": 540.2, "time": 1700000000000}; time
 * is that of the scan, however late the timer was. It begins with a history, so that the nodes know the plant from the start; of one
 * that they have learned from in a run before, only with what is newer than `learnedUntil`.
 */
export async function startPublisher(
  port: number,
  framesPerSecond: number,
  plant: Plant,
  learnedUntil: number,
): Promise<Publisher> {
  const client = await connectClient(port);
  const start = Date.now() + LEARN_MS;
  const periodMs = 1000 / framesPerSecond;
  const timeOf = (frame: number): number => Math.round(start + (frame - HISTORY) * periodMs);
  const publish = (topic: string, message: object): void => {
    client.publish(topic, JSON.stringify(message));
  };
  const next = (): PlantFrame => {
    const frame = plant.next();
    for (const text of frame.broken) publish(BROKEN_TOPIC, { time: timeOf(frame.index), text });
    return frame;
  };
  const history = Array.from({ length: HISTORY }, () => {
    const { index, readings } = next();
    const onTime = readings.filter(({ frame }) => frame === index);
    return {
      timestamp: timeOf(index),
      ...Object.fromEntries(onTime.map(({ topic, value }) => [topic, value])),
    };
  });
  publish(
    HISTORY_TOPIC,
    history.filter(({ timestamp }) => timestamp > learnedUntil),
  );
  const tick = (): void => {
    for (const { topic, value, frame } of next().readings) publish(topic, { value, time: timeOf(frame) });
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = setTimeout(() => (timer = setInterval(tick, periodMs)), LEARN_MS);
  return {
    close: async () => {
      clearTimeout(begin);
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}
