import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Reply, Request } from './worker/subject';

/** No answer takes so long, on any machine that is of use for measuring. */
const LONGEST_MS = 300_000;

/** A process that measures one build by one task. */
export class WorkerProcess {
  readonly #child: ChildProcess;

  constructor(root: string, worker: string, task: object) {
    this.#child = fork(join(__dirname, 'worker', `${worker}.js`), [root, JSON.stringify(task)], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 2, 2, 'ipc'], // standard output is for the table
    });
  }

  /** Throws, with the reason, if the build cannot do it. One request at a time. */
  async ask<T>(request: Request): Promise<T> {
    const reply = await this.#exchange<T>(request);
    if ('value' in reply) return reply.value;
    throw new Error(reply.failure);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await exited;
  }

  #exchange<T>(request: Request): Promise<Reply<T>> {
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (reply: Reply<T>): void => {
        clearTimeout(timer);
        child.off('message', settle);
        child.off('exit', end);
        resolve(reply);
      };
      const end = (code: number | null): void =>
        settle({ failure: `its process ended early with code ${code ?? 'none'}.` });
      const timer = setTimeout(() => {
        child.kill();
        settle({ failure: `its process gave no answer within ${LONGEST_MS / 1000} s.` });
      }, LONGEST_MS);
      child.on('message', settle);
      child.on('exit', end);
      if (child.connected) child.send(request);
      else end(child.exitCode);
    });
  }
}
