import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The demo in a process of its own, as `npm start` runs it. */
export class DemoProcess {
  log = '';
  readonly #child: ChildProcess;

  private constructor(env: Readonly<Record<string, string>>) {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.#child = spawn(process.execPath, [join(__dirname, 'start.js')], {
      env: { ...process.env, ...env },
      stdio: [...stdio],
    });
    const take = (text: Buffer): void => {
      this.log += text.toString();
      this.#child.emit('logged');
    };
    this.#child.stdout?.on('data', take);
    this.#child.stderr?.on('data', take);
    this.#child.once('exit', () => this.#child.emit('logged'));
  }

  /** Resolves once the demo has said where it is. */
  static async start(env: Readonly<Record<string, string>>): Promise<DemoProcess> {
    const demo = new DemoProcess(env);
    while (!demo.log.includes('Ctrl-C')) {
      if (demo.#child.exitCode !== null) throw new Error(`The demo ended:\n${demo.log}`);
      await once(demo.#child, 'logged');
    }
    return demo;
  }

  /** The address the demo gave for "Editor", "Dashboard" or "Broker". */
  address(name: string): string {
    return new RegExp(`^${name}: +([^ ,\\n]+)`, 'm').exec(this.log)?.[1] ?? '';
  }

  /** As Ctrl-C does; returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGINT');
      await exited;
    }
    return this.#child.exitCode;
  }
}
