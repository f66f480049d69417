import { isWithin, storedFlag } from '../stored-range';
import { areWithin } from './numbers';

/** z beyond this is as good as any further. */
const LARGEST_Z = 1e3;
export const boundedZ = (z: number): number => Math.min(Math.max(z, -LARGEST_Z), LARGEST_Z);
/** Frames further apart than this are not neighbours: the lags are gone. */
export const PAUSE = 1.5;

/** A frame that is filled: w, z_t and 1 alone, and what was missing of it. */
type Frame = Pick<RegressionInputs, 'w' | 'present' | 'isMissing'>;

function createFrame(d: number, size: number): Frame {
  const frame = { w: new Float64Array(size), present: new Float64Array(d + 1), isMissing: new Uint8Array(d) };
  frame.w[size - 1] = frame.present[d] = 1;
  return frame;
}

/** One of each size, of whichever block takes a step. */
const shared = new Map<string, Frame>();

function shareFrame(d: number, size: number): Frame {
  const key = `${d} ${size}`;
  const frame = shared.get(key) ?? createFrame(d, size);
  shared.set(key, frame);
  return frame;
}

/** w = (z_t, z_t-1 [, z_t-2], inputs of the clock, 1) of a block of sensors, and the units of z. */
export class RegressionInputs {
  readonly d: number;
  readonly lags: number;
  readonly w: Float64Array;
  /** z_t and 1 alone. */
  readonly present: Float64Array;
  readonly location: Float64Array;
  readonly scale: Float64Array;
  /** 1: the sensor takes part. */
  readonly entered: Uint8Array;
  /** 1: it has no reading in this frame, or takes no part. */
  readonly isMissing: Uint8Array;
  seen = 0;
  /** The last frames filled, the newest first; and how many of them there are. */
  readonly past: Float32Array;
  readonly pastFrames = new Uint8Array(1);

  /** With the units of another, and a frame that lasts no longer than a step; or with its own. */
  constructor(d: number, lags: number, inputs: number, units?: RegressionInputs) {
    this.d = d;
    this.lags = lags;
    const size = d * (lags + 1) + inputs + 1;
    const { w, present, isMissing } = units === undefined ? createFrame(d, size) : shareFrame(d, size);
    this.w = w;
    this.present = present;
    this.isMissing = isMissing;
    this.location = units?.location ?? new Float64Array(d);
    this.scale = units?.scale ?? new Float64Array(d).fill(1);
    this.entered = units?.entered ?? new Uint8Array(d);
    this.past = new Float32Array(d * lags);
  }

  /** Whether its numbers are such as a block leaves behind. */
  get isSound(): boolean {
    return (
      areWithin(this.entered, storedFlag) &&
      areWithin(this.scale, { min: Number.MIN_VALUE, max: Infinity }) &&
      isWithin(this.pastFrames[0], { min: 0, max: this.lags })
    );
  }

  /** Whether the lags are those of the frames just before. */
  hasPast(dt: number): boolean {
    return this.lags === 0 || (this.pastFrames[0] >= this.lags && dt < PAUSE);
  }

  /** The frame in z; sensor i of the block is in column columns[i], and missing also where `hidden` says so. */
  load(
    readings: Float64Array,
    columns: Int32Array,
    clock: Float64Array,
    hidden: Uint8Array | null = null,
  ): void {
    const { d, w, present } = this;
    this.seen = 0;
    for (let i = 0; i < d; i++) {
      const column = columns[i];
      const reading = readings[column];
      const isSeen = this.entered[i] === 1 && !Number.isNaN(reading) && hidden?.[column] !== 1;
      this.isMissing[i] = isSeen ? 0 : 1;
      if (isSeen) this.seen += 1;
      const z = isSeen ? (reading - this.location[i]) / this.scale[i] : 0;
      w[i] = present[i] = boundedZ(z);
    }
    // Loops: `set` from singles to doubles is a slow call.
    const { past } = this;
    for (let i = 0; i < past.length; i++) w[d + i] = past[i];
    for (let i = 0, at = d + past.length; i < clock.length; i++) w[at + i] = clock[i];
  }

  /** The frame filled becomes the newest of the past. */
  advance(frame: Float64Array, dt: number): void {
    if (this.lags === 0) return;
    const { d, past } = this;
    if (dt >= PAUSE) this.pastFrames[0] = 0;
    for (let i = d * this.lags - 1; i >= d; i--) past[i] = past[i - d];
    for (let i = 0; i < d; i++) past[i] = frame[i];
    this.pastFrames[0] = Math.min(this.pastFrames[0] + 1, this.lags);
  }
}
