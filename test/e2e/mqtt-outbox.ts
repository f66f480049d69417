import { EventEmitter, once } from 'node:events';
import type { MqttClient } from 'mqtt';

/** What the flow of mqtt-flow.ts publishes. */
export interface FilledFrame {
  readonly payload: Readonly<Record<string, number>>;
  readonly time: number;
  readonly seq: number;
  readonly lower: Readonly<Record<string, number>>;
  readonly upper: Readonly<Record<string, number>>;
}

export interface ChangePayload {
  readonly detectedAt: number;
  readonly delay: number;
  readonly sensors: readonly { readonly name: string }[];
}

/** Everything the flow has answered so far. */
export class Outbox {
  readonly frames = new Map<number, FilledFrame>();
  readonly changes: ChangePayload[] = [];
  readonly #heard = new Set<string>();
  readonly #bell = new EventEmitter();

  private constructor(client: MqttClient) {
    client.on('message', (topic, bytes) => {
      const message = JSON.parse(bytes.toString()) as unknown;
      this.#heard.add(topic);
      if (topic === 'out/frame') this.#keep(message as FilledFrame);
      else if (topic === 'out/change') this.changes.push(message as ChangePayload);
      this.#bell.emit('message');
    });
  }

  static async open(client: MqttClient): Promise<Outbox> {
    const outbox = new Outbox(client);
    await client.subscribeAsync('out/#');
    return outbox;
  }

  /** Resolves once the flow has said anything on out/`name`. */
  async reach(name: string): Promise<void> {
    while (!this.#heard.has(`out/${name}`)) await once(this.#bell, 'message');
  }

  /** Resolves once the flow has answered the frame of that time. */
  async reachFrame(time: number): Promise<FilledFrame> {
    for (;;) {
      const frame = this.frames.get(time);
      if (frame !== undefined) return frame;
      await once(this.#bell, 'message');
    }
  }

  /** The first answer counts: should a frame have been closed too early, its second part is late. */
  #keep(frame: FilledFrame): void {
    if (!this.frames.has(frame.time)) this.frames.set(frame.time, frame);
  }
}
