import assert from 'node:assert/strict';
import { Plant } from '../../bench/impute/plant';
import { readConfig } from '../../src/adaptive/options';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';
import { Stack } from '../../src/ensemble/stack';
import type { StackQuestion } from '../../src/ensemble/stack-question';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);
const SENSORS = 4;
const JOINS_AT = 3000;

/** Notes of which sensors the regression on the present says something. */
class ListeningStack extends Stack {
  readonly heard = new Set<number>();

  override estimate(question: StackQuestion): void {
    if (!Number.isNaN(question.said[1])) this.heard.add(question.sensor);
    super.estimate(question);
  }
}

describe('a sensor that joins an old stream', () => {
  it('is known to the regressions as soon as it has been read as often as a new one has to be', () => {
    const plant = new Plant(SENSORS + 1, 7);
    const drawn = new Float64Array(SENSORS + 1);
    const stack = new ListeningStack(SENSORS);
    const model = new EnsembleModel({
      ...{ config: readConfig({ sensors: SENSORS }), sensors: SENSORS },
      ...{ rhythm: 'auto', timeZone: 'UTC', createStack: () => stack },
    });
    let heardAfter = Infinity;
    for (let k = 0; k < JOINS_AT + 200; k++) {
      if (k === JOINS_AT) model.addSensor();
      plant.write(drawn);
      model.learnOne(drawn.slice(0, model.sensors), 1, START + k * MINUTE, MINUTE);
      if (stack.heard.has(SENSORS)) heardAfter = Math.min(heardAfter, k - JOINS_AT);
    }
    assert.ok(heardAfter < 80, `heard after ${heardAfter} frames`);
  });
});
