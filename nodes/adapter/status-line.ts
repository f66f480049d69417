import type { Node, NodeStatus } from 'node-red';

const INTERVAL_MS = 1000;

/** A node's status, shown at most once a second; of several within a second the last one is shown. */
export class StatusLine {
  readonly #node: Pick<Node, 'status'>;
  #shown = '';
  #next: NodeStatus | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(node: Pick<Node, 'status'>) {
    this.#node = node;
  }

  show(status: NodeStatus): void {
    this.#next = status;
    if (this.#timer === null) this.#flush();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #flush(): void {
    this.#timer = null;
    if (this.#next === null) return;
    const text = JSON.stringify(this.#next);
    if (text !== this.#shown) this.#node.status(this.#next);
    this.#shown = text;
    this.#next = null;
    this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS).unref();
  }
}
