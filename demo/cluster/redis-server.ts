import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { endWithUs, hasEnded } from './left-behind';

/** From the package redis-server of most distributions. */
const SCRIPT = 'trap "" XFSZ; [ -z "$MOST_BLOCKS" ] || ulimit -f "$MOST_BLOCKS"; exec redis-server "$@"';

export interface RedisServerOptions {
  readonly port: number;
  /** Its data directory. */
  readonly folder: string;
  readonly password?: string;
  /** Such as 8mb; beyond it writes are refused. */
  readonly maxMemory?: string;
  /** The largest file it can write, in kB: as if the disk were full then. */
  readonly mostFileKb?: number;
}

/** A real Redis in a process of its own; with an append-only file, so that it comes back with all it had acknowledged. */
export class RedisServer {
  readonly #options: RedisServerOptions;
  #process: ChildProcess | null = null;

  private constructor(options: RedisServerOptions) {
    this.#options = options;
  }

  static async start(options: RedisServerOptions): Promise<RedisServer> {
    const server = new RedisServer(options);
    await server.start();
    return server;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    const { port, folder, password, maxMemory, mostFileKb } = this.#options;
    const args = [
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--daemonize', 'no'],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
      ...(password === undefined ? [] : ['--requirepass', password]),
      ...(maxMemory === undefined ? [] : ['--maxmemory', maxMemory]),
    ];
    const env = { ...process.env, ...(mostFileKb === undefined ? {} : { MOST_BLOCKS: `${mostFileKb}` }) };
    const child = spawn('bash', ['-c', SCRIPT, 'redis-server', ...args], { env });
    this.#process = child;
    endWithUs(child);
    child.once('exit', () => hasEnded(child));
    let log = '';
    await new Promise<void>((resolve, reject) => {
      const take = (text: Buffer): void => {
        log = `${log}${text.toString()}`.slice(-20_000);
        if (log.includes('Ready to accept connections')) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`redis-server ended:\n${log}`)));
    });
  }

  /** As a power cut of the program would; what it had acknowledged is in the append-only file. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Stands still, connections and all. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}
