import { join } from 'node:path';
import { NodeRed } from '../e2e/node-red';
import type { Blocks } from './blocks';

/** A message that a node sent, or the error in its place. */
export interface Sent {
  readonly payload?: unknown;
  readonly topic?: unknown;
  readonly psmf?: Blocks | readonly Blocks[];
  readonly error?: { readonly message: string };
  readonly [name: string]: unknown;
}

/** A real Node-RED that runs a flow of flow-file.ts. */
export class Running {
  readonly red: NodeRed;
  #marks = 0;

  private constructor(red: NodeRed) {
    this.red = red;
  }

  static async start(userDir: string): Promise<Running> {
    const script = join(__dirname, 'red-with-stores.js');
    return new Running(await NodeRed.start(userDir, { node: process.execPath, script }));
  }

  /** What the node makes of a message; an error of the node is thrown. */
  async ask(tab: string, node: string, message: object): Promise<Sent> {
    const sent = await this.#post('ask', tab, node, message);
    if (sent.error !== undefined) throw new Error(sent.error.message);
    return sent;
  }

  /** Sends messages, all at once, whose answers, if any, are read from the log. */
  async tell(tab: string, node: string, messages: readonly object[]): Promise<void> {
    await this.#post('tell', tab, node, messages);
  }

  /** What the nodes of a tab have sent so far from an output without having been asked. */
  sent(tab: string, output: 0 | 1): Sent[] {
    const mark = `[function:${tab} ${output}] `;
    return this.red.log
      .split('\n')
      .slice(0, -1) // the last line may still be on its way
      .filter((line) => line.includes(mark))
      .map((line) => JSON.parse(line.slice(line.indexOf(mark) + mark.length)) as Sent);
  }

  /** Resolves once there are so many of these that fit. */
  async reach(tab: string, output: 0 | 1, count: number, fits: (sent: Sent) => boolean): Promise<Sent[]> {
    for (;;) {
      const from = this.red.log.length;
      const found = this.sent(tab, output).filter(fits);
      if (found.length >= count) return found;
      await this.red.reachLog('\n', from);
    }
  }

  /** What a node has warned of by now. Asks it for a line of the log, which comes after all that it has logged before. */
  async warningsOf(tab: string, node: string): Promise<string> {
    const mark = (this.#marks += 1);
    await this.tell(tab, node, [{ payload: {}, learn: false, mark }]);
    await this.reach(tab, 0, 1, (sent) => sent.mark === mark);
    return this.warningsSoFar(node);
  }

  /** What a node, which the log calls by its name or id, has been heard to warn of. */
  warningsSoFar(node: string): string {
    return this.red.warnings.filter((line) => line.includes(`:${node}]`)).join('\n');
  }

  async #post(verb: 'ask' | 'tell', tab: string, node: string, message: object): Promise<Sent> {
    const response = await this.red.post(`/${verb}/${tab}/${encodeURIComponent(node)}`, message);
    if (!response.ok) throw new Error(`${verb} ${node}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Sent;
  }
}
