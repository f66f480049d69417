import assert from 'node:assert/strict';
import { readConfig } from '../../src/adaptive/options';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import { Stack } from '../../src/ensemble/stack';
import type { StackQuestion } from '../../src/ensemble/stack-question';
import { nextNormal } from '../../src/random';

const START = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const SENSORS = 4;
const LEVEL = 1000;
const SWING = 10;

/** Notes how far off the profile is where everything is hidden. */
class NotingStack extends Stack {
  errors: number[] = [];

  override learn(question: StackQuestion, frame: number, frames: number): void {
    const [seasonal] = question.said;
    if (question.mode === 1 && question.sensor < SENSORS && !Number.isNaN(seasonal))
      this.errors.push(Math.abs(seasonal - question.reading));
    super.learn(question, frame, frames);
  }
}

/** The mean error of the profile in the frames after a sensor has joined in this one. */
function errorAfter(joinsAt: number): number {
  const state = Float64Array.of(5);
  const stack = new NotingStack(SENSORS);
  const model = new EnsembleModel({
    ...{ config: readConfig({ sensors: SENSORS }), sensors: SENSORS },
    ...{ rhythm: 'auto', timeZone: 'UTC', createStack: () => stack },
  });
  for (let t = 0; t < joinsAt + 24; t++) {
    if (t === joinsAt) {
      model.addSensor();
      stack.errors = [];
    }
    const common = LEVEL + SWING * Math.sin((2 * Math.PI * t) / 24);
    const readings = Float64Array.from({ length: model.sensors }, () => common + 0.3 * nextNormal(state, 0));
    model.learnOne(readings, 1, START + t * HOUR, HOUR);
  }
  const { errors } = stack;
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length);
}

describe('a window that a sensor joins', () => {
  it('scores the challengers by what they say, whenever that is', () => {
    // Windows are 64 to 127 frames long: one of them begins here.
    for (let joinsAt = 170; joinsAt < 300; joinsAt++) {
      const error = errorAfter(joinsAt);
      assert.ok(error < SWING / 2, `${error} where it joins in frame ${joinsAt}`);
    }
  });
});
