import {
  FrameAssembler,
  type AssembledFrame,
  type AssemblerOptions,
  type Intake,
} from '../../src/frame/assembler';

/** The longest a timer can run. */
const LONGEST_MS = 2 ** 31 - 1;

/** When something came, by two clocks: the one on the wall, which people set, and one that only ever goes on. */
export interface Moment {
  /** Epoch ms. */
  readonly time: number;
  /** Ms since some moment in the past. */
  readonly ticks: number;
}

export const ticksNow = (): number => performance.now();

/** Assembles the readings of one model into frames. Frames close by ticks, so that no change of time holds them up. */
export class ReadingDesk<T extends Moment> {
  readonly #options: AssemblerOptions;
  readonly #close: (frame: AssembledFrame<T>) => void;
  #assembler: FrameAssembler<T>;
  #timer: NodeJS.Timeout | null = null;
  #firesAt = Infinity;
  /** Epoch ms: when the frames that close now have come. */
  #arrival = 0;

  constructor(options: AssemblerOptions, close: (frame: AssembledFrame<T>) => void) {
    this.#options = options;
    this.#close = (frame) => close({ ...frame, arrival: this.#arrival });
    this.#assembler = new FrameAssembler(options, this.#close);
  }

  /** Sensors the model knows already. */
  know(names: readonly string[]): void {
    this.#assembler.know(names);
  }

  knows(name: string): boolean {
    return this.#assembler.knows(name);
  }

  /** One reading, with the time it brought itself if any. */
  take(name: string, value: unknown, time: number | null, reading: T): Intake {
    this.#arrival = reading.time;
    const intake = this.#assembler.take(name, value, time, reading.time, reading.ticks, reading);
    this.#wind(reading.ticks);
    return intake;
  }

  /** Forgets everything. */
  reset(): void {
    this.#stop();
    this.#assembler = new FrameAssembler(this.#options, this.#close);
  }

  /** Closes the frame that is open, if any, and the clock stops. */
  close(): void {
    this.#stop();
    if (!this.#assembler.isOpen) return;
    this.#arrival = Date.now();
    this.#assembler.flush(ticksNow());
  }

  #wind(now: number): void {
    const due = this.#assembler.dueAt;
    if (due === null || (this.#timer !== null && this.#firesAt <= due)) return;
    this.#stop();
    this.#firesAt = due;
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(0, due - now), LONGEST_MS)).unref();
  }

  #ring(): void {
    this.#stop();
    const now = ticksNow();
    this.#arrival = Date.now();
    this.#assembler.expire(now);
    this.#wind(now);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#firesAt = Infinity;
  }
}
