import type { NodeAPI } from 'node-red';
import { copyList } from '../../src/frame/record';

type Util = NodeAPI['util'];
type Holder = Record<string | number, unknown>;

/**
 * Where in a message something stands, such as `payload` or `payload.site`. The expression is taken apart once; only one that
 * names another property of the message within itself is left to Node-RED each time.
 */
export class PropertyPath {
  readonly expression: string;
  readonly #util: Util;
  readonly #parts: readonly (string | number)[];
  readonly #isPlain: boolean;

  /** Throws Node-RED's own error when the expression is none. */
  constructor(util: Util, expression: string) {
    this.#util = util;
    this.expression = expression.startsWith('msg.') ? expression.slice('msg.'.length) : expression;
    const parts: unknown[] = util.normalisePropertyExpression(this.expression);
    this.#isPlain = parts.every((part) => typeof part === 'string' || typeof part === 'number');
    this.#parts = parts as (string | number)[];
  }

  /** The last part: what the same thing is called within a frame. */
  get name(): string {
    return String(this.#parts[this.#parts.length - 1]);
  }

  /** The name of the field of `holder` that this path leads to; null where it leads elsewhere, or deeper. */
  fieldOf(holder: PropertyPath): string | null {
    if (!this.#isPlain || this.#parts.length !== holder.#parts.length + 1) return null;
    return holder.#parts.every((part, i) => part === this.#parts[i]) ? this.name : null;
  }

  /** Undefined where there is nothing. */
  read(msg: object): unknown {
    if (!this.#isPlain) return this.#readIndirectly(msg);
    let value: unknown = msg;
    for (const part of this.#parts) {
      if (value === null || typeof value !== 'object') return undefined;
      value = (value as Holder)[part];
    }
    return value;
  }

  write(msg: object, value: unknown): void {
    this.prepare(msg)(value);
  }

  /**
   * What writes here. Every object on the way has been replaced by a copy, because the sender may still hold the old one;
   * where there is no way, nothing is written.
   */
  prepare(msg: object): (value: unknown) => void {
    if (!this.#isPlain)
      return (value) => void this.#util.setMessageProperty(msg as never, this.expression, value, true);
    const last = this.#parts.length - 1;
    let holder = msg as Holder;
    for (let i = 0; i < last; i++) {
      const next = holder[this.#parts[i]] ?? {};
      if (typeof next !== 'object') return () => {};
      const copy: object = Array.isArray(next) ? copyList(next) : { ...next };
      holder[this.#parts[i]] = copy;
      holder = copy as Holder;
    }
    return (value) => {
      holder[this.#parts[last]] = value;
    };
  }

  #readIndirectly(msg: object): unknown {
    try {
      return this.#util.getMessageProperty(msg as never, this.expression) as unknown;
    } catch {
      return undefined;
    }
  }
}
