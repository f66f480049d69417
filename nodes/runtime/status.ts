import type { Node, NodeStatus } from 'node-red';

const INTERVAL_MS = 1000;

/** A node's status, shown at most once a second; it is put into words only when it is shown. */
export class StatusLine {
  readonly #node: Pick<Node, 'status'>;
  readonly #describe: () => NodeStatus;
  #shown = '';
  #isStale = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(node: Pick<Node, 'status'>, describe: () => NodeStatus) {
    this.#node = node;
    this.#describe = describe;
  }

  /** There may be something new to say. */
  touch(): void {
    this.#isStale = true;
    if (this.#timer === null) this.#flush();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #flush(): void {
    this.#timer = null;
    if (!this.#isStale) return;
    this.#isStale = false;
    const status = this.#describe();
    const text = JSON.stringify(status);
    if (text !== this.#shown) this.#node.status(status);
    this.#shown = text;
    this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS).unref();
  }
}
