import { readConfig } from '../../src/adaptive/options';
import type { Variant } from '../../src/adaptive/variant';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import type { Rhythm } from '../../src/ensemble/rhythm-clock';
import { Stack } from '../../src/ensemble/stack';
import type { StackQuestion } from '../../src/ensemble/stack-question';
import { EmptyMethod } from '../../src/evaluate/method';
import { FrameClock } from '../../src/frame/clock';
import { readKinds } from '../../src/kinds/kind';
import { KindModel } from '../../src/kinds/kind-model';
import { compose } from './composed';

/** The default model with its kinds, rhythm and challengers, or without some of them. */
export interface WholeComposition {
  readonly rhythm?: Rhythm;
  readonly kinds?: Readonly<Record<string, 'plain'>>;
  readonly createStack?: (sensors: number) => Stack;
  /** Of the model under the challengers. */
  readonly parts?: Partial<Variant>;
}

/** A stack that never hears some of the challengers; or that borrows no evidence from other sensors. */
export class PoorerStack extends Stack {
  readonly #unheard: readonly number[];
  readonly #borrows: boolean;

  constructor(sensors: number, unheard: readonly number[], borrows = true) {
    super(sensors);
    this.#unheard = unheard;
    this.#borrows = borrows;
  }

  override estimate(question: StackQuestion): void {
    for (const e of this.#unheard) question.said[e] = NaN;
    if (!this.#borrows) question.isPooled = false;
    super.estimate(question);
  }
}

/** What the default model gives, composed in another way. */
export class WholeModel extends EmptyMethod {
  readonly #model: KindModel;
  readonly #clock = new FrameClock();

  constructor(sensors: number, { rhythm = 'auto', kinds = {}, createStack, parts }: WholeComposition) {
    super(sensors);
    const names = Array.from({ length: sensors }, (_, j) => `${j}`);
    const config = readConfig({ sensors: 1 });
    const options = { config, sensors, rhythm, timeZone: 'UTC', createStack };
    const model = new EnsembleModel(options, compose(sensors, { parts }));
    this.#model = new KindModel(model, readKinds(kinds), names, null);
  }

  learnOne(readings: Float64Array, dt: number, time: number | null = null): void {
    if (time !== null) this.#clock.advance(time, time);
    this.#model.learnOne(readings, dt, time ?? 0, this.#clock.period);
    const { mean, sd } = this.#model.estimates;
    for (let j = 0; j < readings.length; j++) {
      this.mean[j] = mean[j];
      this.variance[j] = sd[j] * sd[j];
    }
  }
}
