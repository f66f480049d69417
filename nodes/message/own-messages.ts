import type { Message, Output } from './arrival';
import { prepareMessage, type PreparedMessage } from './prepared-message';
import type { PropertyPath } from './property-path';

interface Places {
  readonly property: PropertyPath;
  /** Null: one model. */
  readonly key: PropertyPath | null;
}

/** Messages that the node begins by itself. */
export class OwnMessages {
  readonly #places: Places;
  readonly #createId: () => string;
  readonly #send: (output: Output) => void;

  /** `send` sends what belongs to no message that came. */
  constructor(places: Places, createId: () => string, send: (output: Output) => void) {
    this.#places = places;
    this.#createId = createId;
    this.#send = send;
  }

  /** It says whose it is, unless the key stands within what the message is about. */
  create(key: string): Message {
    const { key: path, property } = this.#places;
    return path === null || key === '' || path.fieldOf(property) !== null
      ? this.#blank()
      : this.createFor(key);
  }

  /** For a frame whose readings brought no message that an answer could go out with. */
  prepare(key: string): PreparedMessage {
    return prepareMessage(this.create(key), this.#send, this.#places.property, null);
  }

  /** It names its model as a message does that comes to the node. */
  createFor(key: string): Message {
    const msg = this.#blank();
    this.#places.key?.write(msg, key);
    return msg;
  }

  #blank(): Message {
    return { _msgid: this.#createId() };
  }
}
