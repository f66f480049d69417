import { startBroker } from '../../demo/broker';
import { connectClient } from '../../demo/mqtt-client';
import { createFrames } from './frames';

/** A process of its own: broker and publisher. Told {topic, count}, it publishes so many frames as fast as it can. */
async function main(): Promise<void> {
  const broker = await startBroker(0);
  const client = await connectClient(broker.port);
  const frames = createFrames(500).map((frame) => JSON.stringify(frame));
  process.on('message', ({ topic, count }: { topic: string; count: number }) => {
    for (let i = 0; i < count; i++) client.publish(topic, frames[i % frames.length]);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: broker.port });
}

void main();
