import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RED from 'node-red';
import { ROOT } from '../package-root';
import type { Message } from '../nodes/flow';

export const MEMORY_STORE = { default: { module: 'memory' } };
const MOST_KEPT = 20_000;

interface RuntimeNode {
  emit(event: 'input', msg: object): void;
  close(removed: boolean): Promise<void>;
  send: (output: unknown) => void;
  status: (status: { readonly text?: string }) => void;
  _complete: (msg: object, error?: Error) => void;
}

/** A node of the running flow, fed and watched from where Node-RED itself stands. */
export class Probe {
  /** Calls of `done`, and how many of them brought an error. */
  done = 0;
  failed = 0;
  lastError: Error | undefined;
  status = '';
  /** Told of every message that is sent. */
  sent: (output: unknown) => void = () => {};
  readonly #node: RuntimeNode;

  constructor(id: string) {
    this.#node = (RED.nodes as unknown as { getNode(id: string): RuntimeNode }).getNode(id);
    this.#node.send = (output) => this.sent(output);
    this.#node.status = ({ text = '' }) => void (this.status = text);
    this.#node._complete = (_msg, error) => {
      this.done += 1;
      if (error === undefined) return;
      this.failed += 1;
      this.lastError = error;
    };
  }

  /** Resolves once the node has read its state and takes messages: nothing is learned from this one. */
  async ready(): Promise<void> {
    const before = this.done;
    this.give({ payload: {}, learn: false });
    while (this.done === before) await new Promise((resolve) => setImmediate(resolve));
    this.done = before;
  }

  give(msg: object): void {
    this.#node.emit('input', msg);
  }

  /** What the node sends at once in answer to a message: the last message of its first output. */
  ask(msg: object): Message | undefined {
    let answer: unknown;
    this.sent = (output) => (answer = Array.isArray(output) ? (output as unknown[])[0] : output);
    this.give(msg);
    return answer as Message | undefined;
  }
}

/** A real Node-RED within this process, with the built package and a flow of its own. One at a time. */
export class Embedded {
  readonly warnings: string[] = [];
  readonly #userDir: string;

  private constructor(userDir: string) {
    this.#userDir = userDir;
  }

  static async start(nodes: readonly object[], contextStorage: object = MEMORY_STORE): Promise<Embedded> {
    const userDir = mkdtempSync(join(tmpdir(), 'psmf-faults-'));
    const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, wires: [], ...node });
    const flow = [{ id: 'tab', type: 'tab', label: 'faults' }, ...nodes.map(place)];
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flow));
    const embedded = new Embedded(userDir);
    const note = ({ msg }: { msg: unknown }): void => {
      if (embedded.warnings.length < MOST_KEPT)
        embedded.warnings.push(msg instanceof Error ? msg.message : String(msg));
    };
    RED.init(createServer(), {
      userDir,
      contextStorage,
      nodesDir: [ROOT],
      flowFile: 'flows.json',
      disableEditor: true,
      httpAdminRoot: false,
      httpNodeRoot: false,
      credentialSecret: 'faults',
      telemetry: { enabled: false, updateNotification: false },
      logging: { faults: { level: 'warn', metrics: false, audit: false, handler: () => note } },
    } as never);
    const started = once(RED.events, 'flows:started');
    await RED.start();
    await started;
    return embedded;
  }

  async stop(): Promise<void> {
    await RED.stop();
    rmSync(this.#userDir, { recursive: true, force: true });
  }
}
