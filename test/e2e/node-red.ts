import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const FLOWS_STARTED = 'Started flows';
const DEPLOYED = { full: FLOWS_STARTED, flows: 'Started modified flows', nodes: 'Started modified nodes' };
/** What a plain Node-RED warns of by itself. */
const OWN_WARNINGS = /Projects disabled|Encrypted credentials not found/;

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Which Node-RED to run, and on which Node.js. */
export interface Installation {
  /** The node program. */
  readonly node: string;
  /** The file red.js of the package node-red. */
  readonly script: string;
}

const OWN_INSTALLATION: Installation = {
  node: process.execPath,
  script: require.resolve('node-red/red.js'),
};

/** A real Node-RED in a process of its own. */
export class NodeRed {
  readonly url: string;
  log = '';
  readonly #process: ChildProcess;

  private constructor(userDir: string, port: number, { node, script }: Installation) {
    this.url = `http://127.0.0.1:${port}`;
    const settings = join(userDir, 'settings.js');
    const args = [script, '--userDir', userDir, '--settings', settings];
    this.#process = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const take = (text: Buffer): void => {
      this.log += text.toString();
      this.#process.emit('logged');
    };
    this.#process.stdout?.on('data', take);
    this.#process.stderr?.on('data', take);
    this.#process.once('exit', () => this.#process.emit('logged'));
  }

  /** `flushSeconds`: how often the file store writes, its own default if absent; `more`: settings beside those of every test; `wanted`: the port, else a free one. */
  static async start(
    userDir: string,
    installation = OWN_INSTALLATION,
    flushSeconds?: number,
    more: object = {},
    wanted?: number,
  ): Promise<NodeRed> {
    const port = wanted ?? (await findFreePort());
    const settings = {
      uiHost: '127.0.0.1',
      uiPort: port,
      flowFile: 'flows.json',
      credentialSecret: 'test',
      contextStorage: {
        default: { module: 'localfilesystem', config: { flushInterval: flushSeconds } },
      },
      telemetry: { enabled: false, updateNotification: false },
      editorTheme: { tours: false },
      ...more,
    };
    await writeFile(join(userDir, 'settings.js'), `module.exports = ${JSON.stringify(settings)};`);
    const red = new NodeRed(userDir, port, installation);
    await red.reachLog('Server now running');
    await red.reachLog(FLOWS_STARTED);
    return red;
  }

  /** Resolves once the log holds `text` after position `from`; rejects if the process ends without it. */
  async reachLog(text: string, from = 0): Promise<void> {
    while (!this.log.includes(text, from)) {
      if (this.#process.exitCode !== null) throw new Error(`Node-RED ended before "${text}":\n${this.log}`);
      await once(this.#process, 'logged');
    }
  }

  /** Warnings and errors in the log, but for those that every installation shows. */
  get warnings(): string[] {
    const lines = this.log.split('\n').filter((line) => /\[(warn|error)\]|Warning:/.test(line));
    return lines.filter((line) => !OWN_WARNINGS.test(line));
  }

  /** `type`: which nodes start anew: all, those of changed flows, or the changed ones. */
  async deploy(flow: readonly object[], type: 'full' | 'flows' | 'nodes' = 'full'): Promise<void> {
    const from = this.log.length;
    const response = await this.post('/flows', flow, { 'Node-RED-Deployment-Type': type });
    if (!response.ok) throw new Error(`deploy failed: ${response.status} ${await response.text()}`);
    await this.reachLog(DEPLOYED[type], from);
  }

  post(path: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...more };
    return fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  get(path: string, accept = 'application/json'): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers: { accept } });
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  /** As a service manager would. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
  }
}
