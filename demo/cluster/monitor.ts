import { connect, type ChannelModel, type ConsumeMessage } from 'amqplib';

const RETRY_MS = 500;
/** A worker that has not reported for so long is taken to be gone. */
const GONE_MS = 5000;

/** What a worker says of itself every second. */
export interface WorkerReport {
  readonly worker: string;
  readonly partitions: readonly string[];
  /** Since it started. */
  readonly frames: number;
  /** Snapshots written, since it started. */
  readonly saves: number;
  /** Age of the oldest message that is not acknowledged. */
  readonly oldestMs: number;
  /** In µs. */
  readonly cpu: { readonly user: number; readonly system: number };
  readonly rss: number;
}

interface Heard extends WorkerReport {
  readonly at: number;
  readonly framesASecond: number;
}

/** Listens to the workers, and to a queue if asked, whatever happens to the broker. */
export class Monitor {
  readonly reports = new Map<string, Heard>();
  /** By worker and start: its last report. */
  readonly #lives = new Map<string, WorkerReport[]>();
  readonly #url: string;
  readonly #listen: (connection: ChannelModel) => Promise<void>;
  #connection: ChannelModel | null = null;
  #isClosed = false;

  private constructor(url: string, listen: (connection: ChannelModel) => Promise<void>) {
    this.#url = url;
    this.#listen = listen;
  }

  /** `listen` is called with every new connection. */
  static async start(
    url: string,
    listen: (connection: ChannelModel) => Promise<void> = async () => {},
  ): Promise<Monitor> {
    const monitor = new Monitor(url, listen);
    await monitor.#connect();
    return monitor;
  }

  /** Messages in the queues that nobody has yet; NaN while a queue is missing. */
  async backlog(queues: readonly string[]): Promise<number> {
    let sum = 0;
    try {
      const channel = await this.#connection?.createChannel();
      channel?.on('error', () => {});
      for (const queue of queues) sum += (await channel?.checkQueue(queue))?.messageCount ?? NaN;
      await channel?.close();
    } catch {
      return NaN;
    }
    return sum;
  }

  /** Resolves once all queues are there: from then on nothing that is published is lost. */
  async reach(queues: readonly string[]): Promise<void> {
    while (Number.isNaN(await this.backlog(queues)))
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }

  /** Of all workers, those that were killed among them: frames, snapshots and seconds of CPU. */
  get totals(): { readonly frames: number; readonly saves: number; readonly cpuSeconds: number } {
    const all = [...this.#lives.values()].flat();
    const sum = (pick: (report: WorkerReport) => number): number =>
      all.reduce((s, each) => s + pick(each), 0);
    const cpuSeconds = sum(({ cpu }) => cpu.user + cpu.system) / 1e6;
    return { frames: sum(({ frames }) => frames), saves: sum(({ saves }) => saves), cpuSeconds };
  }

  /** A table of all workers. */
  async describe(queues: readonly string[]): Promise<string> {
    const rows = [...this.reports.values()]
      .filter(({ at }) => Date.now() - at < GONE_MS)
      .sort((a, b) => a.worker.localeCompare(b.worker))
      .map(
        ({ worker, partitions, framesASecond, oldestMs, rss }) =>
          `${worker.padEnd(12)} ${String(partitions.length).padStart(10)} ${framesASecond.toFixed(0).padStart(9)} ` +
          `${(oldestMs / 1000).toFixed(1).padStart(11)} ${(rss / 1e6).toFixed(0).padStart(7)}`,
      );
    return [
      '',
      'worker       partitions  frames/s  oldest (s)     MB',
      ...rows,
      `backlog: ${await this.backlog(queues)} messages`,
    ].join('\n');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close().catch(() => {});
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const connection = await connect(`${this.#url}?heartbeat=10`);
      connection.on('error', () => {});
      connection.on('close', () => setTimeout(() => void this.#connect(), RETRY_MS));
      this.#connection = connection;
      const channel = await connection.createChannel();
      channel.on('error', () => {});
      await channel.assertExchange('workers', 'fanout', { durable: false });
      const { queue } = await channel.assertQueue('', { exclusive: true });
      await channel.bindQueue(queue, 'workers', '');
      await channel.consume(queue, (message) => this.#note(message), { noAck: true });
      await this.#listen(connection);
    } catch {
      this.#connection = null;
      setTimeout(() => void this.#connect(), RETRY_MS);
    }
  }

  #note(message: ConsumeMessage | null): void {
    if (message === null) return;
    const report = JSON.parse(message.content.toString()) as WorkerReport;
    const before = this.reports.get(report.worker);
    const at = Date.now();
    const isSame = before !== undefined && report.cpu.user >= before.cpu.user;
    const lives = this.#lives.get(report.worker) ?? [];
    this.#lives.set(report.worker, [...(isSame ? lives.slice(0, -1) : lives), report]);
    const framesASecond = isSame ? (1000 * (report.frames - before.frames)) / Math.max(1, at - before.at) : 0;
    this.reports.set(report.worker, { ...report, at, framesASecond });
  }
}
