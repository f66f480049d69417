import { connectAsync, type MqttClient } from 'mqtt';
import { Worker } from '../../demo/cluster/worker';
import { createFrame, routingKeyOf } from '../../demo/cluster/sites';
import { startMosquitto } from '../e2e/mosquitto';
import { reachCount, until } from './until';

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, wires: [], ...node });

/** What a worker does, as one does it on one machine: MQTT in, a model per site, its answers out. */
const createFlow = (port: number): object[] => [
  { id: 'tab', type: 'tab', label: 'gateway' },
  {
    ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: '' },
    ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
  },
  place({
    ...{ id: 'in', type: 'mqtt in', topic: 'sites/#', qos: '1', datatype: 'json', broker: 'broker' },
    wires: [['model']],
  }),
  place({
    ...{
      id: 'model',
      type: 'psmf-impute',
      keyProperty: 'topic',
      timeProperty: 'timestamp',
      keepGoing: false,
    },
    ...{ configVersion: 1, wires: [['answer'], []] },
  }),
  place({
    ...{ id: 'answer', type: 'function', outputs: 1, wires: [['out']] },
    func: 'return { payload: { site: msg.topic, payload: msg.payload, psmf: msg.psmf } };',
  }),
  place({ id: 'out', type: 'mqtt out', topic: 'answers', qos: '1', broker: 'broker' }),
];

/** One Node-RED with Node-RED's own file store behind mosquitto. */
export class Gateway {
  readonly worker: Worker;
  readonly #client: MqttClient;
  readonly #closeBroker: () => Promise<void>;
  #answers = 0;

  private constructor(worker: Worker, client: MqttClient, closeBroker: () => Promise<void>) {
    this.worker = worker;
    this.#client = client;
    this.#closeBroker = closeBroker;
    client.on('message', () => (this.#answers += 1));
  }

  static async start(folder: string): Promise<Gateway> {
    const broker = await startMosquitto();
    const { port } = broker;
    const worker = await Worker.start({
      ...{ name: 'gateway', folder, amqpUrl: '', redisUrl: '', partitions: 0 },
      ...{ flow: createFlow(port), contextStorage: "{ default: { module: 'localfilesystem' } }" },
    });
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
    await client.subscribeAsync('answers', { qos: 1 });
    await until('a subscription of the gateway', () => worker.log.includes('Connected to broker'));
    return new Gateway(worker, client, () => broker.close());
  }

  /** Frames of every site; resolves once all are answered. */
  async learn(sites: number, sensors: number, from: number, to: number): Promise<void> {
    const before = this.#answers;
    for (let frame = from; frame < to; frame++) {
      const sending = Array.from({ length: sites }, (_, site) => {
        const topic = routingKeyOf(site, sites).replace(/\./g, '/');
        return this.#client.publishAsync(topic, JSON.stringify(createFrame(site, frame, sensors)), {
          qos: 1,
        });
      });
      await Promise.all(sending);
    }
    await reachCount('answers of the gateway', sites * (to - from), () => this.#answers - before);
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(true);
    await this.worker.kill();
    await this.#closeBroker();
  }
}
