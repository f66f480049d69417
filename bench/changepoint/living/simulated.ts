import { Draws } from '../draws';
import { createFamily, timings, type Family } from './families';
import type { Rows } from './matrix';

const LENGTH = 5000;
const SENSORS = 20;

/** Rhythms of 50 to 600 frames: of one phase, of each sensor's own, or with an amplitude that varies from turn to turn. */
const PERIODS = [50, 100, 144, 200, 288, 400, 600] as const;
const FORMS = ['one', 'own', 'vary'] as const;
/** How much of itself a wandering cause keeps from frame to frame, and the noise of its sensors. */
const PHIS = [0.99, 0.999, 1] as const;
const NOISES = [0.3, 0.1] as const;

const create = (n: number, sensors: number, value: (t: number, j: number) => number): Rows =>
  Array.from({ length: n }, (_, t) => Float64Array.from({ length: sensors }, (_, j) => value(t, j)));

const sign = (draws: Draws): number => (draws.uniform() < 0.5 ? -1 : 1);

function swing(
  period: number,
  form: (typeof FORMS)[number],
  draws: Draws,
  length = LENGTH,
  count = SENSORS,
): Rows {
  const sensors = Array.from({ length: count }, () => ({
    amplitude: (1 + 2 * draws.uniform()) * sign(draws),
    phase: form === 'one' ? 0 : form === 'own' ? 2 * Math.PI * draws.uniform() : 0.4 * draws.normal(),
    second: 0.4 * draws.uniform(),
  }));
  const turns = Array.from({ length: Math.floor(length / period) + 2 }, () =>
    form === 'vary' ? Math.exp(0.3 * draws.normal()) : 1,
  );
  return create(length, count, (t, j) => {
    const { amplitude, phase, second } = sensors[j];
    const turn = Math.floor(t / period);
    const size = turns[turn] + (turns[turn + 1] - turns[turn]) * (t / period - turn);
    const angle = (2 * Math.PI * t) / period + phase;
    return size * amplitude * (Math.sin(angle) + second * Math.sin(2 * angle)) + 0.5 * draws.normal();
  });
}

/** Two common causes that wander, phi = 1 for ever further. */
function wander(phi: number, noise: number, draws: Draws, length = LENGTH, count = SENSORS): Rows {
  const step = phi === 1 ? 0.3 : 3 * Math.sqrt(1 - phi * phi);
  const loadings = Array.from({ length: count }, () => draws.normals(2));
  let causes = [0, 0];
  const path = Array.from({ length }, (_, t) => {
    if (t > 0) causes = causes.map((cause) => phi * cause + step * draws.normal());
    return causes;
  });
  return create(
    length,
    count,
    (t, j) => path[t][0] * loadings[j][0] + path[t][1] * loadings[j][1] + noise * draws.normal(),
  );
}

/** Each sensor wanders alone. */
function wanderAlone(noise: number, draws: Draws): Rows {
  const levels = new Float64Array(SENSORS);
  return create(LENGTH, SENSORS, (_, j) => (levels[j] += 0.1 * draws.normal()) + noise * draws.normal());
}

/** One stream of a group, of a rhythm or of causes that wander. */
export const plantStream = (group: 'swing' | 'wander', draws: Draws): Rows =>
  group === 'swing' ? swing(PERIODS[draws.below(PERIODS.length)], 'one', draws) : wander(0.99, 0.3, draws);

/** The i-th of the rhythms of all forms, or of the causes that wander in all ways. */
export function variedStream(
  group: 'swing' | 'wander',
  i: number,
  draws: Draws,
  length: number,
  sensors: number,
): Rows {
  if (group === 'swing')
    return swing(PERIODS[i % PERIODS.length], FORMS[i % FORMS.length], draws, length, sensors);
  return wander(PHIS[i % PHIS.length], NOISES[i % NOISES.length], draws, length, sensors);
}

/** All simulated streams of a seed, one at a time. */
export function* simulate(seed: number): Generator<Family> {
  const draws = new Draws(seed);
  let streams = 0;
  const timing = () => timings[streams++ % timings.length];
  for (const period of PERIODS) {
    for (const form of FORMS) {
      const rows = swing(period, form, draws);
      const name = `swing ${period} ${form}`;
      yield createFamily({ group: 'swing', name, rows, timing: timing(), unit: 0.5, each: 1 }, draws);
    }
  }
  for (const phi of PHIS) {
    for (const noise of NOISES) {
      const rows = wander(phi, noise, draws);
      const name = `wander ${phi} ${noise}`;
      yield createFamily({ group: 'wander', name, rows, timing: timing(), unit: 0.3, each: 2 }, draws);
    }
  }
  for (const noise of NOISES) {
    const rows = wanderAlone(noise, draws);
    const name = `alone ${noise}`;
    yield createFamily({ group: 'alone', name, rows, timing: timing(), unit: 0.3, each: 2 }, draws);
  }
}
