import { checkDt, checkHorizon, checkLag, checkReadings } from '../arguments';
import { copyNumbers } from '../linalg/copy';
import { createModel } from '../dynamics';
import type { CustomFunctions } from '../dynamics/custom-function';
import { startParameters } from '../dynamics/parameters';
import { readInteger, readOptions, readPositive, readVector } from '../options';
import { nextUniform } from '../random';
import { updateParameters } from './adam';
import { createContext, type StepContext } from './context';
import { describeFrame, type FrameReport } from './frame-report';
import { marginalLoss } from './gradient';
import { addRow, rescaleRow } from './grow';
import { scalar } from './layout';
import { logLikelihood } from './likelihood';
import {
  checkRoom,
  factorCovariance,
  readConfig,
  readInitialState,
  type FilterConfig,
  type FilterOptions,
} from './options';
import { createEstimate, estimateSensors, rollForward, type Estimate } from './predict';
import { record, smoothState } from './smoother';
import { checkStateLength, copyState, expectState, loadState, type FilterState } from './state';
import { beginFrame, step } from './step';

/**
 * Probabilistic sequential matrix factorisation, PSMF or (robust) rPSMF: y = C H x + noise, learned frame by frame.
 * All numbers live in one flat array; `learnOne` allocates nothing.
 */
export class PsmfFilter {
  /** The one that copies are lent from: a frame that is answered and not learned takes no new memory. */
  static #spare: PsmfFilter | null = null;

  #config: FilterConfig;
  #m: Float64Array;
  #context: StepContext;
  /** The array before the frame, where a frame may have to be taken back. */
  #before = new Float64Array(0);

  constructor(options: FilterOptions) {
    this.#config = readConfig(options);
    const model = createModel(this.config.dynamics, this.config.rank, options.functions);
    const initial = readInitialState(options, model);
    this.#context = createContext(this.config, model, initial.R);
    const { at } = this.#context;
    const m = new Float64Array(at.length);
    m[scalar.lambda] = this.config.lambda0;
    m[scalar.noise] = 1;
    m[scalar.seed] = this.config.seed;
    m.set(initial.x, at.x);
    m.set(initial.P, at.P);
    m.set(initial.S, at.S);
    m.set(initial.R, at.R);
    if (initial.C) m.set(initial.C, at.C);
    else for (let i = 0; i < at.d * at.r; i++) m[at.C + i] = nextUniform(m, scalar.seed);
    if (model.parameters) startParameters(m, at.theta, scalar.seed, model.parameters);
    this.#m = m;
  }

  /** A model that goes on exactly where the snapshot was taken; dynamics of type "custom" need their functions again. */
  static restore(state: FilterState, functions?: CustomFunctions): PsmfFilter {
    expectState(state);
    const options = { ...state.config, sensors: state.sensors, functions };
    checkStateLength(state.data, options);
    const filter = new PsmfFilter(options);
    const { at, model } = filter.#context;
    loadState(state.data, filter.#m, at, filter.config);
    filter.#context = createContext(filter.config, model, filter.#m.subarray(at.R, at.R + at.d));
    return filter;
  }

  snapshot(): FilterState {
    return { config: this.config, sensors: this.sensors, data: copyState(this.#m, this.#context.at) };
  }

  /** A filter with the same numbers, on loan until the next call on any filter. */
  lendCopy(): PsmfFilter {
    const copy = (PsmfFilter.#spare ??= new PsmfFilter({ sensors: 1, rank: 1 }));
    copy.#config = this.#config;
    copy.#m = copyNumbers(this.#m, copy.#m);
    copy.#context = this.#context;
    return copy;
  }

  get config(): FilterConfig {
    return this.#config;
  }

  get sensors(): number {
    return this.#context.at.d;
  }

  /** Frames taken in since the model was made, empty ones included. */
  get seq(): number {
    return this.#m[scalar.seq];
  }

  /** The r coefficients after the last frame, H x: the features the dictionary turns into readings. */
  get coefficients(): number[] {
    const { r, order, x } = this.#context.at;
    return Array.from({ length: r }, (_, i) => this.#m[x + i * order]);
  }

  /**
   * Takes in one frame: a reading for each sensor, dt nominal periods after the last frame.
   * NaN, and anything else that is not a finite number, is a missing reading.
   */
  learnOne(readings: ArrayLike<number>, dt = 1): void {
    checkReadings(readings, this.sensors);
    checkDt(dt);
    this.#m[scalar.dt] = dt;
    if (this.#context.model.mayThrow) this.#learnOrUndo(readings);
    else this.#learn(readings);
  }

  /** With a function of the user, which may fail in the midst of a frame. */
  #learnOrUndo(readings: ArrayLike<number>): void {
    if (this.#before.length !== this.#m.length) this.#before = new Float64Array(this.#m.length);
    this.#before.set(this.#m);
    try {
      this.#learn(readings);
    } catch (error) {
      this.#m.set(this.#before);
      throw error;
    }
  }

  /**
   * Apart from `learnOne`, which is then small enough for V8 to inline, so that dt need not be boxed on the way. V8 counts
   * what it has inlined into `learnOne` before: `step` would be too much, and is too long (460 bytecodes) to be.
   */
  #learn(readings: ArrayLike<number>): void {
    const { at, model } = this.#context;
    const m = this.#m;
    for (let j = 0; j < at.d; j++) {
      const reading: unknown = readings[j];
      m[at.e + j] = typeof reading === 'number' ? reading : NaN;
    }
    beginFrame(m);
    if (this.config.lag === 0) {
      step(m, this.#context);
    } else {
      model.linearise(m, at);
      step(m, this.#context);
      record(m, at, this.config.lag);
    }
  }

  /** The next frame's readings, dt nominal periods ahead, as the model expects them. Changes nothing. */
  predictOne(dt = 1): Estimate {
    return this.forecast(1, dt)[0];
  }

  /** The next h frames' readings, dt nominal periods apart. Changes nothing. */
  forecast(h: number, dt = 1): Estimate[] {
    checkHorizon(h);
    checkDt(dt);
    const head = this.#copyHead();
    head[scalar.dt] = dt;
    return Array.from({ length: h }, () => {
      rollForward(head, this.#context);
      return this.#estimate(head, true);
    });
  }

  /** The signal behind the last frame's readings, after learning from them: without the noise R. */
  posterior(): Estimate {
    return this.#estimate(this.#copyHead(), false);
  }

  /** The signal `back` frames ago, given every frame since. */
  smooth(back: number): Estimate {
    const { at } = this.#context;
    checkLag(back, this.#m[scalar.recorded], this.config.lag);
    const { x, P } = smoothState(this.#m, at, this.config.lag, back);
    const head = this.#copyHead();
    head.set(x, at.x);
    head.set(P, at.P);
    return this.#estimate(head, false);
  }

  /** Adds a sensor as the last column; the rest goes on as it was. Its dictionary row is drawn where none is given. */
  addSensor(options?: { readonly row?: readonly number[]; readonly R?: number }): void {
    const { r, d } = this.#context.at;
    checkRoom(d);
    const { row: given, R: noise = this.config.R } = readOptions('addSensor', options);
    const row = given === undefined ? null : readVector('row', given, r);
    const grown = addRow(this.#m, this.#context, this.config, row, readPositive('R', noise));
    this.#m = grown.m;
    this.#context = grown.context;
  }

  /** A sensor's readings are `factor` times what they were from now on: its dictionary row and its noise follow. */
  rescaleSensor(column: number, factor: number): void {
    const j = readInteger('column', column, 0, this.sensors - 1);
    this.#context = rescaleRow(this.#m, this.#context, this.config, j, readPositive('factor', factor));
  }

  /**
   * Starts another pass over the same data: the frame index restarts and, for rPSMF, lambda, Q and R return to their
   * first values; C, x and P are kept. V is kept too, or returns to V0.
   */
  startPass(options?: { readonly resetV?: boolean }): void {
    const { resetV = false } = readOptions('startPass', options);
    const m = this.#m;
    m[scalar.k] = 0;
    m[scalar.recorded] = 0;
    m[scalar.lambda] = this.config.lambda0;
    m[scalar.noise] = 1;
    if (resetV) m.set(factorCovariance('V0', this.config.V0, this.config.rank), this.#context.at.S);
  }

  /** theta, the learned parameters of the dynamics; empty where there are none. */
  get parameters(): number[] {
    const { theta, p } = this.#context.at;
    return Array.from(this.#m.subarray(theta, theta + p));
  }

  /** One step of Adam against the gradient gathered since the last: iterative PSMF, dynamics.learning "pass". */
  updateParameters(): void {
    const { at, parameters } = this.#context;
    if (parameters) updateParameters(this.#m, at, parameters);
  }

  /** What the last frame showed and did, under the paper's letters: copies, for reports and tests. */
  report(): FrameReport {
    return describeFrame(this.#m, this.#context);
  }

  /** log p of the last frame's readings, before they were learned. */
  get logLikelihood(): number {
    return logLikelihood(this.#m, this.#context);
  }

  /** How many readings the last frame had, and their squared prediction errors e'e. */
  get observed(): number {
    return this.#m[scalar.count];
  }

  get squaredError(): number {
    return this.#m[scalar.squares];
  }

  /** What the robust layer has made of the noise: Q and R are this many times their configured values. */
  get noise(): number {
    return this.#m[scalar.noise];
  }

  /** -log p of the same with the dictionary integrated out, without constants: what the parameters descend. */
  get marginalLoss(): number {
    return marginalLoss(this.#m, this.#context);
  }

  #copyHead(): Float64Array {
    return this.#m.slice(0, this.#context.at.C);
  }

  #estimate(head: Float64Array, reading: boolean): Estimate {
    const out = createEstimate(this.sensors);
    estimateSensors(this.#m, head, this.#context, reading, out);
    return out;
  }
}
