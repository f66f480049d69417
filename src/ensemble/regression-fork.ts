import type { Outage } from './delay-lines';
import { JointRegression } from './joint-regression';
import type { Numbers } from './numbers';
import { RegressionInputs } from './regression-inputs';
import type { RegressionBlock } from './regression-block';

/** How the regressions of a block go on while some sensors are hidden, or all, since the window began. */
export class RegressionFork implements Outage {
  readonly #block: RegressionBlock;
  readonly #inputs: RegressionInputs;
  readonly #present: JointRegression;
  readonly #dynamic: JointRegression;
  /** What is left of each sensor since the window began, in z, and how fast it goes. */
  readonly carried: Float32Array;
  readonly phi: Float32Array;
  readonly framesHidden = new Int32Array(1);
  /** Whether it is of frames to come, which the block has not learned. */
  readonly isAhead: boolean;
  #hidden: Uint8Array = new Uint8Array(0);

  constructor(block: RegressionBlock, isAhead = false) {
    const { d, inputs, regressions } = block;
    this.#block = block;
    this.isAhead = isAhead;
    this.#inputs = new RegressionInputs(d, inputs.lags, regressions.moments.inputs, inputs);
    this.#present = new JointRegression(d, d + 1);
    this.#dynamic = new JointRegression(d, regressions.moments.size);
    this.carried = new Float32Array(d);
    this.phi = new Float32Array(d);
  }

  get past(): Float32Array {
    return this.#inputs.past;
  }

  /** All arrays, by what they hold: the state. */
  get arrays(): Numbers[] {
    return [this.#inputs.past, this.#inputs.pastFrames, this.carried, this.phi];
  }

  begin(): void {
    const { inputs, residual } = this.#block;
    this.#inputs.past.set(inputs.past);
    this.#inputs.pastFrames.set(inputs.pastFrames);
    this.carried.set(residual.value);
    this.phi.set(residual.phi);
    this.framesHidden[0] = 0;
  }

  get frames(): number {
    return this.framesHidden[0];
  }

  hides(i: number): boolean {
    return this.#hidden[this.#block.columns[i]] === 1;
  }

  /** One frame, dt after the last, without the hidden sensors; `isAsked`: and what is said of them. */
  step(
    readings: Float64Array,
    dt: number,
    clock: Float64Array,
    hidden: Uint8Array,
    isAsked: boolean,
    present: Float64Array,
    dynamic: Float64Array,
  ): void {
    const block = this.#block;
    const inputs = this.#inputs;
    const isLagged = inputs.hasPast(dt);
    this.#hidden = hidden;
    this.framesHidden[0] += 1;
    inputs.load(readings, block.columns, clock, hidden);
    if (block.hasUnits) this.#fill(isAsked, dt);
    for (let i = 0; i < block.d; i++) this.carried[i] *= dt === 1 ? this.phi[i] : Math.pow(this.phi[i], dt);
    for (let i = 0; i < block.d && isAsked; i++) {
      const column = block.columns[i];
      present[column] = dynamic[column] = NaN;
      if (hidden[column] !== 1 || !block.isReady(i)) continue;
      if (block.hasPresent(inputs, i)) {
        present[column] = inputs.present[i] + this.carried[i];
        block.toReading(inputs, i, present, column);
      }
      if (!isLagged) continue;
      dynamic[column] = inputs.w[i];
      block.toReading(inputs, i, dynamic, column);
    }
    inputs.advance(inputs.w, dt);
  }

  /** What is hidden or missing; without lags nothing is carried from a frame that is not asked about to the next. */
  #fill(isAsked: boolean, dt: number): void {
    const inputs = this.#inputs;
    const { regressions, delays } = this.#block;
    const { present, dynamic } = regressions;
    if (isAsked || inputs.lags > 0) this.#dynamic.solve(dynamic.precision, inputs.w, inputs.isMissing, false);
    if (isAsked) {
      this.#present.solve(present.precision, inputs.present, inputs.isMissing, false);
      delays.fill(inputs, this, dt);
    }
    this.#block.clampFilled(inputs);
  }
}
