import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endWithUs, hasEnded } from './left-behind';
import { ROOT } from '../../test/package-root';

const load = createRequire(__filename);
export const MODEL = 'cluster-model';
export const TAB = 'cluster';
export const PREFIX = 'psmf-cluster';

/** Node-RED gives its nodes 15 s to close. */
const ENDED_WITHIN_MS = 30_000;

/** Messages are done at once, and what was learned is saved every second. */
const AS_ON_A_GATEWAY = { doneWhenSaved: false, saveSeconds: 1 };

export interface WorkerOptions {
  readonly name: string;
  /** Its user directory is made in here. */
  readonly folder: string;
  readonly amqpUrl: string;
  readonly redisUrl: string;
  readonly partitions: number;
  readonly batch?: number;
  readonly heartbeatSeconds?: number;
  /** Off to show what they are for. */
  readonly doneWhenSaved?: boolean;
  readonly fenced?: boolean;
  /** How long a write waits for Redis. */
  readonly waitMs?: number;
  readonly maxModels?: number;
  /** Of its heap, at most; as much as Node.js takes without. */
  readonly heapMB?: number;
  /** How far the clock of its machine is ahead. */
  readonly clockOffMs?: number;
  /** In place of the example, and of the store on Redis: what stands under `contextStorage` in the settings file. */
  readonly flow?: readonly object[];
  readonly contextStorage?: string;
}

/** A real Node-RED with the example flow of a worker, in a process of its own. */
export class Worker {
  readonly name: string;
  readonly #options: WorkerOptions;
  #process: ChildProcess | null = null;
  log = '';

  private constructor(options: WorkerOptions) {
    this.name = options.name;
    this.#options = options;
  }

  static async start(options: WorkerOptions): Promise<Worker> {
    const worker = new Worker(options);
    await worker.#prepare();
    await worker.start();
    return worker;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    const { amqpUrl, partitions, batch = 200, heartbeatSeconds = 10, heapMB } = this.#options;
    const args = [
      ...(heapMB === undefined ? [] : [`--max-old-space-size=${heapMB}`]),
      ...['--require', join(this.#userDir, 'clock.js')],
      load.resolve('node-red/red.js'),
      '--userDir',
      this.#userDir,
      '--settings',
      this.#settings,
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ AMQP_URL: amqpUrl, PARTITIONS: `${partitions}`, BATCH: `${batch}`, WORKER: this.name },
        AMQP_HEARTBEAT: `${heartbeatSeconds}`,
      },
    });
    this.#process = child;
    endWithUs(child);
    const from = this.log.length;
    const take = (text: Buffer): void => {
      this.log += text.toString();
      child.emit('logged');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', () => {
      hasEnded(child);
      if (this.#process === child) this.#process = null;
      child.emit('logged');
    });
    while (!this.log.includes('Started flows', from)) {
      if (this.#process !== child) throw new Error(`${this.name} ended:\n${this.log.slice(from)}`);
      await once(child, 'logged');
    }
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.#end('SIGTERM');
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  get #userDir(): string {
    return join(this.#options.folder, this.name);
  }

  get #settings(): string {
    return join(this.#userDir, 'settings.js');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const inVain = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS);
    await exited;
    clearTimeout(inVain);
  }

  /** The user directory: the flow, the settings, and the package amqplib where Node-RED looks for it. */
  async #prepare(): Promise<void> {
    const { redisUrl, fenced = true, waitMs } = this.#options;
    const modules = join(this.#userDir, 'node_modules');
    await mkdir(modules, { recursive: true });
    const amqplib = join(ROOT, 'node_modules', 'amqplib');
    await symlink(amqplib, join(modules, 'amqplib'));
    const { version } = JSON.parse(await readFile(join(amqplib, 'package.json'), 'utf8')) as {
      version: string;
    };
    const packageJson = { name: 'worker', private: true, dependencies: { amqplib: version } };
    await writeFile(join(this.#userDir, 'package.json'), JSON.stringify(packageJson));
    await writeFile(
      join(this.#userDir, 'flows.json'),
      JSON.stringify(this.#options.flow ?? (await this.#example())),
    );
    const { clockOffMs = 0 } = this.#options;
    const clock = `const now = Date.now;\nDate.now = () => now() + ${clockOffMs};\n`;
    await writeFile(join(this.#userDir, 'clock.js'), clockOffMs === 0 ? '' : clock);
    const store = JSON.stringify(join(ROOT, 'lib', 'nodes', 'stores', 'redis-store.js'));
    const config = JSON.stringify({ client: { url: redisUrl }, prefix: PREFIX, fenced, waitMs });
    const onRedis = `{ default: { module: require(${store}), config: ${config} } }`;
    const { contextStorage = onRedis } = this.#options;
    await writeFile(
      this.#settings,
      `module.exports = {
  uiPort: 0, uiHost: '127.0.0.1', httpAdminRoot: false, httpNodeRoot: false, disableEditor: true,
  flowFile: 'flows.json', credentialSecret: 'cluster', nodesDir: [${JSON.stringify(ROOT)}],
  contextStorage: ${contextStorage},
  telemetry: { enabled: false, updateNotification: false },
};`,
    );
  }

  async #example(): Promise<object[]> {
    const { doneWhenSaved = true, maxModels = 1000 } = this.#options;
    const text = await readFile(join(ROOT, 'examples', 'cluster-worker.json'), 'utf8');
    return (JSON.parse(text) as { type: string }[]).map((node) =>
      node.type === 'psmf-impute' ? { ...node, maxModels, ...(doneWhenSaved ? {} : AS_ON_A_GATEWAY) } : node,
    );
  }
}
