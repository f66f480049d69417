import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { startBroker, type Broker } from '../../demo/broker';
import { connectClient } from '../../demo/mqtt-client';
import { NodeRed, type Installation } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { simulateFrames } from '../frame/simulation';
import { streamTypes } from '../nodes/flow';
import { pause } from './fault';
import { createLoadFlow } from './load-flow';

export const FLUSH_SECONDS = 1;
const PERIOD_MS = 20;
const HEARD_WITHIN_MS = 60_000;

/** Frames learned by a node, and when that was heard. */
export interface Heard {
  readonly seq: number;
  readonly at: number;
}

/** The packed package in a real Node-RED that is fed over MQTT, frame after frame, whatever happens to it. */
export class Rig {
  /** By node, since it was last cleared. */
  readonly heard = new Map<string, Heard[]>();
  red!: NodeRed;
  readonly #timer: NodeJS.Timeout;

  private constructor(
    readonly installation: Installation,
    readonly userDir: string,
    readonly broker: Broker,
    readonly client: MqttClient,
  ) {
    const frames = simulateFrames(500, 8).map((frame) => JSON.stringify(frame));
    let sent = 0;
    this.#timer = setInterval(
      () => client.publish('in', frames[sent++ % frames.length], { qos: 1 }),
      PERIOD_MS,
    );
    client.on('message', (topic, bytes) => {
      const all = this.heard.get(topic) ?? [];
      all.push({ seq: Number(bytes.toString()), at: Date.now() });
      this.heard.set(topic, all);
    });
  }

  /** With so many bytes of other state in the flow's context file. */
  static async start(installation: Installation, ballast = 0): Promise<Rig> {
    const broker = await startBroker(0);
    const client = await connectClient(broker.port);
    await client.subscribeAsync('out/#');
    const { userDir } = await createUserDir();
    const rig = new Rig(installation, userDir, broker, client);
    if (ballast > 0) {
      await mkdir(rig.contextDir, { recursive: true });
      await writeFile(join(rig.contextDir, 'flow.json'), JSON.stringify({ ballast: 'x'.repeat(ballast) }));
    }
    await writeFile(join(userDir, 'flows.json'), JSON.stringify(createLoadFlow(broker.port, 'start')));
    await rig.startRed();
    await rig.hear(1);
    return rig;
  }

  get contextDir(): string {
    return join(this.userDir, 'context', 'tab');
  }

  async startRed(): Promise<void> {
    this.red = await NodeRed.start(this.userDir, this.installation, FLUSH_SECONDS);
  }

  /** Resolves once every node has answered so many times since `heard` was cleared. */
  async hear(count: number): Promise<void> {
    const until = Date.now() + HEARD_WITHIN_MS;
    const isEnough = (): boolean =>
      this.heard.size === streamTypes.length && [...this.heard.values()].every((all) => all.length >= count);
    while (!isEnough()) {
      if (Date.now() > until) throw new Error(`no answer from every node:\n${this.red.log.slice(-2000)}`);
      await pause(20);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.client.endAsync(true);
    await this.red.stop();
    await this.broker.close();
    await removeUserDir(this.userDir);
  }
}
