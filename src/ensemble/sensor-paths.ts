import { GapPaths } from './gap-paths';
import { bytesOfFrames } from './recent-frames';
import type { RegressionBlock } from './regression-block';

/** Inputs of the clock, and sensors of a block. */
const USUAL_OTHERS = 20;
const USUAL_BLOCK = 30;

/** Bytes of what is kept of the last frames. */
export const bytesOfPaths = (sensors: number): number =>
  bytesOfFrames(sensors, USUAL_OTHERS * Math.ceil(sensors / USUAL_BLOCK));

/** Paths through gaps by column, of the sensors whose regression knows the frames before. */
export class SensorPaths {
  #paths: readonly GapPaths[] = [];
  /** The paths asked last, and which of their sensors. */
  #asked: GapPaths | null = null;
  #sensor = -1;

  /** Takes in the frame that these blocks have just learned, dt after the last. */
  learn(blocks: readonly RegressionBlock[], readings: Float64Array, dt: number): void {
    if (!this.#areOf(blocks)) this.#paths = blocks.map((block) => this.#pathsOf(block));
    for (const paths of this.#paths) if (paths.block.inputs.lags > 0) paths.learn(readings, dt);
  }

  #areOf(blocks: readonly RegressionBlock[]): boolean {
    let isSame = this.#paths.length === blocks.length;
    for (let b = 0; b < blocks.length && isSame; b++) isSame = this.#paths[b].block === blocks[b];
    return isSame;
  }

  #pathsOf(block: RegressionBlock): GapPaths {
    return this.#paths.find((paths) => paths.block === block) ?? new GapPaths(block);
  }

  /** A sensor was replaced, or its level has shifted: the frames before say nothing of the next ones. */
  clear(): void {
    for (const paths of this.#paths) paths.clear();
  }

  /**
   * Works out the path of the sensor in this column through so many frames before the last. `hidden`, by column: sensors that
   * are taken to be missing there. False where there is none.
   */
  solve(column: number, frames: number, hidden: Uint8Array | null): boolean {
    this.#asked = null;
    for (const paths of this.#paths) {
      this.#sensor = paths.block.columns.indexOf(column);
      if (this.#sensor < 0) continue;
      const { lags } = paths.block.inputs;
      if (lags > 0 && paths.block.isReady(this.#sensor) && paths.solve(frames, hidden)) this.#asked = paths;
      break;
    }
    return this.#asked !== null;
  }

  /** Of the path worked out last, so many frames before the last; NaN: it was read there. */
  mean(ago: number): number {
    return this.#asked?.mean(this.#sensor, ago) ?? NaN;
  }

  variance(ago: number): number {
    return this.#asked?.variance(this.#sensor, ago) ?? NaN;
  }

  /** How far the reading that ended it is from where the path led. */
  endError(): number {
    return this.#asked?.endError(this.#sensor) ?? NaN;
  }
}
