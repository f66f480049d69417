import type { ChannelModel } from 'amqplib';
import { Monitor } from '../../demo/cluster/monitor';
import { answerKey, digest, type Reference } from './reference';

const QUEUE = 'answers.check';

interface AnswerMessage {
  readonly site: string;
  readonly payload: { readonly timestamp: number };
  readonly psmf: { readonly impute: { readonly late?: boolean } };
}

/** Hears every answer, and holds it against that of the one process. */
export class Observer {
  /** Answers that came with the content of the one process. */
  readonly matched = new Set<string>();
  /** Answers that came, whatever their content. */
  readonly heard = new Set<string>();
  /** All that came, those to frames that were learned before among them. */
  answers = 0;
  late = 0;
  readonly longestGapMs = new Map<string, number>();
  readonly #lastAt = new Map<string, number>();
  readonly #reference: Reference | null;
  #monitor!: Monitor;

  private constructor(reference: Reference | null) {
    this.#reference = reference;
  }

  /** Without a reference every answer is right. */
  static async start(url: string, reference: Reference | null): Promise<Observer> {
    const observer = new Observer(reference);
    observer.#monitor = await Monitor.start(url, (connection) => observer.#listen(connection));
    return observer;
  }

  get monitor(): Monitor {
    return this.#monitor;
  }

  /** Begins to measure the pauses between answers of a site anew. */
  forgetGaps(): void {
    this.#lastAt.clear();
    this.longestGapMs.clear();
  }

  async close(): Promise<void> {
    await this.#monitor.close();
  }

  async #listen(connection: ChannelModel): Promise<void> {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    await channel.assertExchange('answers', 'topic', { durable: true });
    await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(QUEUE, 'answers', '#');
    await channel.prefetch(1000);
    await channel.consume(QUEUE, (answer) => {
      if (answer === null) return;
      this.#note(answer.content);
      channel.ack(answer);
    });
  }

  #note(content: Buffer): void {
    const { site, payload, psmf } = JSON.parse(content.toString()) as AnswerMessage;
    this.answers += 1;
    if (psmf.impute.late === true) this.late += 1;
    const now = Date.now();
    const before = this.#lastAt.get(site) ?? now;
    this.#lastAt.set(site, now);
    this.longestGapMs.set(site, Math.max(this.longestGapMs.get(site) ?? 0, now - before));
    const key = answerKey(site, payload.timestamp);
    this.heard.add(key);
    const isRight = this.#reference === null || this.#reference.answers.get(key) === digest(payload, psmf);
    if (isRight) this.matched.add(key);
  }
}
