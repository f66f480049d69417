import { MISSING, isReading } from './reading';

/** The frames of the warm start, kept to replay them: a column of dt, then a column for each sensor. */
export class FrameBuffer {
  #columns: Float64Array[];
  #frames = 0;

  constructor(sensors: number, capacity: number) {
    this.#columns = Array.from({ length: sensors + 1 }, () => new Float64Array(capacity).fill(MISSING));
  }

  static lengthFor(sensors: number, frames: number): number {
    return (sensors + 1) * frames;
  }

  /** The buffer that `data` was taken from. */
  static from(data: Float64Array, sensors: number, capacity: number): FrameBuffer {
    const frames = data.length / (sensors + 1);
    const buffer = new FrameBuffer(sensors, Math.max(capacity, frames));
    buffer.#columns.forEach((column, c) => {
      for (let k = 0; k < frames; k++) if (isReading(data[c * frames + k])) column[k] = data[c * frames + k];
    });
    buffer.#frames = frames;
    return buffer;
  }

  copy(): FrameBuffer {
    const copy = new FrameBuffer(0, 0);
    copy.#columns = this.#columns.map((column) => column.slice());
    copy.#frames = this.#frames;
    return copy;
  }

  get frames(): number {
    return this.#frames;
  }

  /** The columns, one after the other, cut to the frames they hold. */
  get data(): Float64Array {
    const frames = this.#frames;
    const out = new Float64Array(this.#columns.length * frames);
    this.#columns.forEach((column, c) => out.set(column.subarray(0, frames), c * frames));
    return out;
  }

  addSensor(): void {
    this.#columns.push(new Float64Array(this.#columns[0].length).fill(MISSING));
  }

  clearSensor(j: number): void {
    this.#columns[j + 1].fill(MISSING);
  }

  append(frame: Float64Array): void {
    if (this.#frames === this.#columns[0].length) this.#grow();
    for (let c = 0; c < frame.length; c++) this.#columns[c][this.#frames] = frame[c];
    this.#frames += 1;
  }

  read(k: number, frame: Float64Array): void {
    for (let c = 0; c < frame.length; c++) frame[c] = this.#columns[c][k];
  }

  /** The readings of sensor j from frame `first` on, those of `end` and later left out, without the gaps. */
  readings(j: number, first: number, end: number): Float64Array {
    return this.#columns[j + 1].subarray(first, end).filter(isReading);
  }

  /** The frame in which sensor j first moves, if it stood still for at least `least` readings; else 0. */
  firstMove(j: number, least: number): number {
    const column = this.#columns[j + 1];
    let still = 0;
    let value = NaN;
    for (let k = 0; k < this.#frames; k++) {
      if (!isReading(column[k])) continue;
      if (still === 0) value = column[k];
      if (column[k] !== value) return still >= least ? k : 0;
      still += 1;
    }
    return 0;
  }

  #grow(): void {
    this.#columns = this.#columns.map((column) => {
      const grown = new Float64Array(2 * column.length).fill(MISSING);
      grown.set(column);
      return grown;
    });
  }
}
