import { createServer } from 'node:net';
import { listen } from './listen';

const MQTT_PORT = 1883;

/** An MQTT broker inside this process. */
export interface Broker {
  readonly port: number;
  close(): Promise<void>;
}

export async function startBroker(wanted = MQTT_PORT): Promise<Broker> {
  const { Aedes } = await import('aedes');
  const aedes = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, (socket) => void aedes.handle(socket));
  const port = await listen(server, wanted);
  return {
    port,
    close: async () => {
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
