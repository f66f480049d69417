import type { Frame } from '../../src';
import { Random } from '../support/random';

export const FRAMES = 1500;
const START = 1_700_000_000_000;
const SECOND = 1000;

/** A recording that is made anew each time, the same for all. */
export interface BaselineStream {
  readonly name: string;
  frames(): Frame[];
}

type Values = Record<string, number | string | null>;

/** Few digits: where Math.sin or Math.log of two Node versions differ in the last bit, the readings are still the same. */
const rounded = (value: number): number => Number(value.toPrecision(7));

const at = (t: number, fields: Values, time: number | null = START + SECOND * t): Frame => ({
  fields,
  time,
  arrival: START + SECOND * t + 20,
});

/** Readings of `sensors` sensors that follow three causes, two that swing and one that wanders. */
class Plant {
  readonly #random: Random;
  readonly #loadings: number[][];
  #walk = 0;

  constructor(seed: number, sensors: number) {
    this.#random = new Random(seed);
    this.#loadings = this.#random.matrix(sensors, 3);
  }

  get random(): Random {
    return this.#random;
  }

  /** One value for each sensor, of the size of 1. */
  next(t: number): number[] {
    this.#walk = 0.98 * this.#walk + 0.2 * this.#random.normal();
    const causes = [Math.sin(t / 25), Math.cos(t / 61), this.#walk];
    return this.#loadings.map(
      (row) => row.reduce((sum, loading, i) => sum + loading * causes[i], 0) + 0.1 * this.#random.normal(),
    );
  }
}

const named = (values: readonly number[], scale: (value: number, j: number) => number): Values =>
  Object.fromEntries(values.map((value, j) => [`s${j}`, rounded(scale(value, j))]));

/** Frames of a plant, each as `change` leaves it. */
function simulate(
  seed: number,
  sensors: number,
  change: (fields: Values, t: number, random: Random) => Frame,
  scale: (value: number, j: number) => number = (value) => 20 + 3 * value,
): Frame[] {
  const plant = new Plant(seed, sensors);
  return Array.from({ length: FRAMES }, (_, t) => change(named(plant.next(t), scale), t, plant.random));
}

const UNITS = [1, 1000, 1e-3, 1e6, 0.1, 250, 1e-6, 40];
const LEVELS = [20, 101_325, 0.02, -3e6, 7, 0, 1e-5, 230];

function mixedUnits(): Frame[] {
  const scale = (value: number, j: number): number => LEVELS[j] + UNITS[j] * value;
  return simulate(
    11,
    8,
    (fields, t, random) => {
      const gap = Math.floor(8 * random.uniform());
      if (random.uniform() < 0.3) fields[`s${gap}`] = null;
      return at(t, fields);
    },
    scale,
  );
}

/** Each sensor falls out for 1 to some 300 frames; now and then all of them. */
function gapsOfAllLengths(): Frame[] {
  const until = new Array<number>(8).fill(0);
  let outage = 0;
  return simulate(12, 8, (fields, t, random) => {
    until.forEach((end, j) => {
      if (t >= end && random.uniform() < 0.01) until[j] = t + Math.ceil(2 ** (8.3 * random.uniform()));
      if (t < until[j]) delete fields[`s${j}`];
    });
    if (t >= outage && random.uniform() < 0.004) outage = t + Math.ceil(60 * random.uniform());
    return at(t, t < outage ? {} : fields);
  });
}

/** Spikes, a sensor that sticks, one that takes other units, one that steps, text in place of a number. */
function outliers(): Frame[] {
  let stuck: number | string | null = null;
  return simulate(13, 8, (fields, t, random) => {
    for (let j = 0; j < 8; j++)
      if (random.uniform() < 0.01) fields[`s${j}`] = rounded(1000 * random.normal());
    if (t === 600) stuck = fields.s1;
    if (t >= 600 && t < 700) fields.s1 = stuck;
    if (t >= 800) fields.s2 = rounded(1000 * Number(fields.s2));
    if (t >= 1000) fields.s3 = rounded(Number(fields.s3) + 40);
    if (t >= 1000) fields.s4 = rounded(Number(fields.s4) - 25);
    if (t % 97 === 5) fields.s5 = 'broken';
    return at(t, fields);
  });
}

/** Frames some seconds apart, a few late or twice, some without a time, a pause of an hour, a clock that is set a day ahead. */
function irregularTimes(): Frame[] {
  let time = START;
  return simulate(14, 6, (fields, t, random) => {
    time += Math.round(SECOND * (0.2 + 2 * random.uniform()));
    if (t === 500) time += 3600 * SECOND;
    if (t === 900) time += 86_400 * SECOND;
    const draw = random.uniform();
    const own = draw < 0.05 ? time - 30 * SECOND : draw < 0.08 ? null : draw < 0.1 ? 1e15 : time;
    return { fields, time: own, arrival: time + 40 };
  });
}

/** Sensors join one after the other, two of them after the start-up; some vanish, one of them for good. */
function joinAndVanish(): Frame[] {
  const first = [0, 0, 0, 10, 45, 200, 500, 900];
  const last = [1500, 1500, 700, 1500, 1500, 1500, 1200, 1500];
  return simulate(15, 8, (fields, t) => {
    for (let j = 0; j < 8; j++) if (t < first[j] || t >= last[j]) delete fields[`s${j}`];
    if (t >= 300 && t < 420) delete fields.s4;
    return at(t, fields);
  });
}

/** A rhythm of 96 frames, 15 minutes apart, with outages of whole hours. */
function rhythm(): Frame[] {
  return simulate(16, 6, (fields, t) => {
    const phase = (2 * Math.PI * t) / 96;
    for (let j = 0; j < 6; j++) {
      const swing = (8 + j) * Math.sin(phase + j) + 3 * Math.cos(2 * phase);
      fields[`s${j}`] = t % 240 > 225 && j < 4 ? null : rounded(Number(fields[`s${j}`]) + swing);
    }
    const time = START + 900 * SECOND * t;
    return { fields, time, arrival: time + 20 };
  });
}

/** Sensors that stand still, for good or for long, and states of two and of five values. */
function constants(): Frame[] {
  return simulate(17, 8, (fields, t, random) => {
    fields.s0 = 7;
    fields.s1 = t < 450 ? 3.5 : fields.s1;
    fields.s2 = Math.floor(t / 50) % 2;
    fields.s3 = Math.floor(t / 37) % 5;
    fields.s4 = t % 300 < 250 ? 1 : fields.s4;
    if (random.uniform() < 0.05) fields.s5 = null;
    if (random.uniform() < 0.05) fields.s0 = null;
    return at(t, fields);
  });
}

const manySensors = (): Frame[] =>
  simulate(18, 60, (fields, t, random) => {
    for (let j = 0; j < 60; j++) if (random.uniform() < 0.1) fields[`s${j}`] = null;
    return at(t, fields);
  });

const oneSensor = (): Frame[] =>
  simulate(19, 1, (fields, t, random) => at(t, random.uniform() < 0.1 ? {} : fields));

export const baselineStreams: readonly BaselineStream[] = [
  { name: 'mixed-units', frames: mixedUnits },
  { name: 'gaps', frames: gapsOfAllLengths },
  { name: 'outliers', frames: outliers },
  { name: 'irregular-times', frames: irregularTimes },
  { name: 'join-and-vanish', frames: joinAndVanish },
  { name: 'rhythm', frames: rhythm },
  { name: 'constants', frames: constants },
  { name: 'many-sensors', frames: manySensors },
  { name: 'one-sensor', frames: oneSensor },
];
