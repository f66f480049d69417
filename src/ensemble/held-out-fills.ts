/** How the readings that a held-out window hides from a frame were filled, by column; NaN where there is none. */
export class HeldOutFills {
  /** Frames since the window began, this one included; 0: it is of none. */
  frames = 0;
  elapsed = 0;
  /** 1: hidden. */
  hidden: Uint8Array = new Uint8Array(0);
  reading: Float64Array;
  mean: Float64Array;
  variance: Float64Array;

  constructor(sensors: number) {
    this.reading = new Float64Array(sensors);
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  /** The window begins again. */
  addSensor(): void {
    const sensors = this.mean.length + 1;
    this.frames = 0;
    this.reading = new Float64Array(sensors);
    this.mean = new Float64Array(sensors).fill(NaN);
    this.variance = new Float64Array(sensors).fill(NaN);
  }

  /** The frame is one of a window, `elapsed` after it began. */
  begin(elapsed: number, hidden: Uint8Array): void {
    this.frames += 1;
    this.elapsed = elapsed;
    this.hidden = hidden;
    this.mean.fill(NaN);
  }

  note(j: number, mean: number, variance: number, reading: number): void {
    this.mean[j] = mean;
    this.variance[j] = variance;
    this.reading[j] = reading;
  }
}
