import assert from 'node:assert/strict';
import { KindFinder } from '../../src/kinds/kind-finder';
import type { Kind } from '../../src/kinds/kind';
import { nextNormal, nextUniform } from '../../src/random';

type Draw = (t: number) => number;
interface Chance {
  readonly normal: () => number;
  readonly uniform: () => number;
}

const round = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** A walk of headings, as its readings show them. */
const heading =
  (step: number, show: (degrees: number) => number) =>
  ({ normal }: Chance): Draw => {
    let at = 350;
    return () => show((at += step * normal()));
  };

/** A counter that `end` sets back, by the step each frame adds. */
const counter =
  (step: Draw, end: (value: number, t: number) => number, from = 0) =>
  (): Draw => {
    let value = from;
    return (t) => (value = end(value + step(t), t));
  };

const sunOf = (t: number): number => Math.max(0, Math.sin(2 * Math.PI * ((t % 288) / 288 - 0.25)));

/** A load that is switched on and off at random. */
const load =
  (on: number, noise: number) =>
  ({ normal, uniform }: Chance): Draw => {
    let isOn = false;
    return () => {
      if (uniform() < 0.03) isOn = !isOn;
      return isOn ? on + noise * normal() : Math.abs(0.2 * normal());
    };
  };

/** What a sensor does, and what it is taken for after 4,000 frames. */
const sensors: Readonly<Record<string, readonly [make: (chance: Chance) => Draw, kind: Kind]>> = {
  'a counter that wraps at 16 bits': [
    counter(
      () => 7,
      (value) => value % 65_536,
      60_000,
    ),
    'counter',
  ],
  'a counter that is set to zero now and then': [
    counter(
      () => 3,
      (value, t) => (t % 450 === 449 ? 0 : value),
      900,
    ),
    'counter',
  ],
  'the energy of a day, back to zero at midnight': [
    counter(
      (t) => 0.5 + Math.sin(t / 50) ** 2,
      (value, t) => (t % 288 === 0 ? 0 : value),
    ),
    'counter',
  ],
  'the energy of the sun, which stands all night': [
    counter(sunOf, (value, t) => (t % 288 === 0 ? 0 : value)),
    'counter',
  ],
  'a counter that was read wrong once': [() => (t) => (t === 1700 ? 900 : 1000 + 2 * t), 'counter'],
  'a counter that counts down': [
    counter(
      () => -2,
      (value) => value,
      50_000,
    ),
    'plain',
  ],
  'a tank that is filled and drained': [
    ({ normal }) => {
      let level = 50;
      return (t) => (level += Math.sin(t / 100) + 0.2 * normal());
    },
    'plain',
  ],
  'pulses, each by itself': [
    ({ uniform }) => {
      let last = 0;
      return () => (last = last > 0 || uniform() > 0.4 ? 0 : 1 + 4 * uniform());
    },
    'plain',
  ],
  'degrees from 0 to 360': [heading(5, round), 'angle'],
  'degrees from -180 to 180': [heading(9, (degrees) => round(degrees + 180) - 180), 'angle'],
  'a vane with sixteen directions': [
    heading(15, (degrees) => (Math.round(round(degrees) / 22.5) * 22.5) % 360),
    'angle',
  ],
  'radians, which are left as they are': [heading(5, (degrees) => (round(degrees) * Math.PI) / 180), 'plain'],
  'a pump of 300 W': [load(300, 3), 'plain'],
  'a heater of 340 W': [load(335, 1), 'plain'],
  'a switch that moves late': [() => (t) => (t < 2000 ? 0 : Math.floor(t / 37) % 2), 'state'],
  'a switch that moves all the time': [() => (t) => t % 2, 'state'],
  'four states': [
    ({ uniform }) => {
      let state = 0;
      return () => (state = uniform() < 0.03 ? Math.floor(4 * uniform()) : state);
    },
    'state',
  ],
  'a switch that turns out to be a dial': [
    ({ normal }) =>
      (t) =>
        t < 500 ? Math.floor(t / 37) % 2 : normal(),
    'plain',
  ],
};

describe('what a sensor is taken for', () => {
  for (const [name, [make, kind]] of Object.entries(sensors)) {
    it(`${name}: ${kind}`, () => {
      const state = Float64Array.of(5);
      const draw = make({ normal: () => nextNormal(state, 0), uniform: () => nextUniform(state, 0) });
      const finder = new KindFinder();
      for (let t = 0; t < 4000; t++) finder.learn([draw(t)], 0, 0);
      assert.equal(finder.kind, kind);
      assert.equal(KindFinder.unpack(finder.pack()).kind, kind);
    });
  }

  it('goes on from numbers that were stored before short steps and resets were', () => {
    const finder = new KindFinder();
    for (let t = 0; t < 200; t++) finder.learn([Math.floor(t / 20) % 2], 0, 0);
    const packed = finder.pack();
    const before = [...packed.slice(0, 14), ...packed.slice(17)];
    const restored = KindFinder.unpack(before);
    assert.equal(restored.kind, 'state');
    assert.deepEqual([...restored.values], [...finder.values]);
  });
});
