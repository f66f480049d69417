import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endWithUs, hasEnded } from './left-behind';

/** Where Debian and others put the program itself, without the wrapper that wants to be a service. */
const PROGRAM = process.env.RABBITMQ_SERVER ?? '/usr/lib/rabbitmq/bin/rabbitmq-server';
const READY_WITHIN_MS = 180_000;
const NAMED_WITHIN_MS = 10_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface RabbitMqPorts {
  readonly amqp: number;
  readonly mqtt: number;
  /** For Erlang's own use. */
  readonly distribution: number;
  readonly epmd: number;
}

/** A real RabbitMQ as a plain process with ports and a data directory of its own; it comes back with all its queues. */
export class RabbitMqServer {
  readonly #folder: string;
  readonly #ports: RabbitMqPorts;
  #process: ChildProcess | null = null;
  #nameServer: ChildProcess | null = null;

  private constructor(folder: string, ports: RabbitMqPorts) {
    this.#folder = folder;
    this.#ports = ports;
  }

  static async start(folder: string, ports: RabbitMqPorts): Promise<RabbitMqServer> {
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'rabbitmq.conf'),
      `listeners.tcp.1 = 127.0.0.1:${ports.amqp}\nmqtt.listeners.tcp.1 = 127.0.0.1:${ports.mqtt}\nmqtt.exchange = sites\n`,
    );
    await writeFile(join(folder, 'enabled_plugins'), '[rabbitmq_mqtt].\n');
    const server = new RabbitMqServer(folder, ports);
    await server.start();
    return server;
  }

  get url(): string {
    return `amqp://127.0.0.1:${this.#ports.amqp}`;
  }

  get mqttPort(): number {
    return this.#ports.mqtt;
  }

  /** Also of the group of processes that it consists of. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    await this.#startNameServer();
    const child = spawn(PROGRAM, [], { env: this.#env, stdio: 'ignore', detached: true });
    this.#process = child;
    endWithUs(child, true);
    let failure: Error | null = null;
    child.once('error', (error) => (failure = error));
    child.once('exit', () => (failure ??= new Error(`RabbitMQ ended; its log is in ${this.#folder}`)));
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await listens(this.#ports.amqp))) {
      if (failure !== null) throw failure as Error;
      if (Date.now() > until) throw new Error(`RabbitMQ does not listen; its log is in ${this.#folder}`);
      await pause(250);
    }
    child.removeAllListeners('exit');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exited;
    hasEnded(child, true);
  }

  /** Stops it, and the name server. */
  async stop(): Promise<void> {
    await this.kill();
    const nameServer = this.#nameServer;
    this.#nameServer = null;
    if (nameServer === null) return;
    nameServer.kill('SIGKILL');
    hasEnded(nameServer);
  }

  /** Erlang would start its name server by itself, as a daemon that nobody stops. */
  async #startNameServer(): Promise<void> {
    const { epmd } = this.#ports;
    if (await listens(epmd)) return;
    const child = spawn('epmd', ['-port', `${epmd}`, '-address', '127.0.0.1'], { stdio: 'ignore' });
    child.on('error', () => {}); // then Erlang starts it
    this.#nameServer = child;
    endWithUs(child);
    const until = Date.now() + NAMED_WITHIN_MS;
    while (!(await listens(epmd)) && Date.now() < until) await pause(50);
  }

  get #env(): NodeJS.ProcessEnv {
    const folder = this.#folder;
    return {
      ...process.env,
      HOME: folder,
      RABBITMQ_NODENAME: `psmf${this.#ports.amqp}@localhost`,
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_DIST_PORT: `${this.#ports.distribution}`,
      ERL_EPMD_PORT: `${this.#ports.epmd}`,
      ERL_EPMD_ADDRESS: '127.0.0.1',
    };
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
