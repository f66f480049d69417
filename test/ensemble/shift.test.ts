import assert from 'node:assert/strict';
import { Plant } from '../../bench/impute/plant';
import { readConfig } from '../../src/adaptive/options';
import { EnsembleModel } from '../../src/ensemble/ensemble-model';

const SENSORS = 8;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);
const SHIFTS_AT = 600;
const FRAMES = 800;
const SHIFT = 20;

const createModel = (): EnsembleModel =>
  new EnsembleModel({
    ...{ config: readConfig({ sensors: SENSORS }), sensors: SENSORS },
    ...{ rhythm: 'auto', timeZone: 'UTC' },
  });

/** The first of the sensors shifts for good, and is missing for 10 of every 20 frames from then on. */
function* shiftingFrames(seed: number): Generator<{ k: number; readings: Float64Array; truth: number }> {
  const plant = new Plant(SENSORS, seed);
  const readings = new Float64Array(SENSORS);
  for (let k = 0; k < FRAMES; k++) {
    plant.write(readings);
    const truth = readings[0] + (k >= SHIFTS_AT ? SHIFT : 0);
    const isHidden = k >= SHIFTS_AT && (k - SHIFTS_AT) % 20 >= 10;
    readings[0] = isHidden ? NaN : truth;
    yield { k, readings, truth };
  }
}

describe('a level that shifts for good, with challengers', () => {
  it('takes along what they know of the sensor: at once it is filled better than by the last value', () => {
    let squares = 0;
    let ofLast = 0;
    for (const seed of [1, 2, 3, 4]) {
      const model = createModel();
      let last = NaN;
      for (const { k, readings, truth } of shiftingFrames(seed)) {
        model.learnOne(readings, 1, START + k * MINUTE, MINUTE);
        if (!Number.isNaN(readings[0])) last = truth;
        else {
          squares += (truth - model.estimates.mean[0]) ** 2;
          ofLast += (truth - last) ** 2;
        }
      }
    }
    assert.ok(squares < 0.6 * ofLast, `${Math.sqrt(squares / ofLast)} times the error of the last value`);
  });

  it('is the same from a snapshot, also of the frame in which it is found', () => {
    const model = createModel();
    let restored: EnsembleModel | null = null;
    for (const { k, readings } of shiftingFrames(5)) {
      if (k === SHIFTS_AT + 4) {
        const options = { config: readConfig({ sensors: SENSORS }), sensors: SENSORS };
        restored = EnsembleModel.restore({ ...options, rhythm: 'auto', timeZone: 'UTC' }, model.snapshot());
      }
      for (const each of [model, restored]) each?.learnOne(readings, 1, START + k * MINUTE, MINUTE);
      if (restored) assert.deepEqual(restored.estimates, model.estimates, `frame ${k}`);
    }
  });
});
