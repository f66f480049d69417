import { Socket } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import { HOST } from './listen';

/**
 * A client of the broker on this machine that sends each message at once: left to itself, the system holds small ones back for
 * some 40 ms, and the readings of one scan would arrive in two parts.
 */
export async function connectClient(port: number): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://${HOST}:${port}`);
  if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  return client;
}
