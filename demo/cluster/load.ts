import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';

/** A message for the exchange of the sites. */
export interface Outgoing {
  readonly key: string;
  readonly content: Buffer;
}

const RETRY_MS = 500;
/** Messages that wait for their confirmation. */
const WINDOW = 2000;

/**
 * Publishes messages in their order, each at least once whatever happens to the broker: what is not confirmed when a connection
 * ends is sent again, from the first on.
 */
export class Load {
  readonly #url: string;
  readonly #waiting: Outgoing[] = [];
  #connection: ChannelModel | null = null;
  #channel: ConfirmChannel | null = null;
  /** Those of `#waiting` that are sent on this channel. */
  #sent = 0;
  #isClosed = false;
  #wake: () => void = () => {};

  constructor(url: string) {
    this.#url = url;
    void this.#connect();
  }

  /** Resolves once there is room for more. */
  async publish(message: Outgoing): Promise<void> {
    this.#waiting.push(message);
    this.#send();
    while (this.#waiting.length >= WINDOW) await this.#woken();
  }

  /** Resolves once everything is confirmed. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) await this.#woken();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close().catch(() => {});
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const connection = await connect(`${this.#url}?heartbeat=10`);
      connection.on('error', () => {});
      connection.on('close', () => {
        if (this.#connection === connection) this.#lose();
      });
      this.#connection = connection;
      this.#channel = await connection.createConfirmChannel();
      this.#channel.on('error', () => {});
      this.#sent = 0;
      this.#send();
    } catch {
      this.#lose();
    }
  }

  #lose(): void {
    this.#connection = this.#channel = null;
    setTimeout(() => void this.#connect(), RETRY_MS);
  }

  #send(): void {
    const channel = this.#channel;
    while (channel !== null && this.#sent < this.#waiting.length) {
      const { key, content } = this.#waiting[this.#sent];
      this.#sent += 1;
      channel.publish('sites', key, content, { persistent: true }, (error: unknown) => {
        if (this.#channel !== channel) return;
        if (error) return void this.#connection?.close().catch(() => {});
        this.#waiting.shift();
        this.#sent -= 1;
        this.#wake();
      });
    }
  }
}
