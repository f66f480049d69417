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
  'a counter that was read too high once, early': [() => (t) => (t === 150 ? 2100 : 1000 + 2 * t), 'counter'],
  'a counter that was read too low once, early': [() => (t) => (t === 60 ? 700 : 1000 + 2 * t), 'counter'],
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
  'a vane in little wind': [heading(45, round), 'angle'],
  'a vane that tells calms and faults by other numbers': [
    (chance) => {
      const draw = heading(12, round)(chance);
      return (t) => (t % 400 === 0 ? 999 : t % 300 === 0 ? -1 : draw(t));
    },
    'angle',
  ],
  'a heading that turns slowly all round': [() => (t) => round(0.4 * t), 'angle'],
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
  'five modes': [
    ({ uniform }) => {
      let mode = 0;
      return () => (mode = uniform() < 0.03 ? Math.floor(5 * uniform()) : mode);
    },
    'state',
  ],
  'the six steps of a cycle': [() => (t) => Math.floor(t / 37) % 6, 'state'],
  'a temperature to the half degree': [() => (t) => Math.round(4 * Math.sin(t / 200)) / 2, 'plain'],
  'four states, one of which was read wrong': [
    ({ uniform }) => {
      let state = 0;
      return (t) => {
        state = uniform() < 0.03 ? Math.floor(4 * uniform()) : state;
        return t === 900 || t === 2500 ? 255 : state;
      };
    },
    'state',
  ],
  'a battery that empties': [() => (t) => 100 - Math.floor(t / 600), 'plain'],
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
    packed[13] %= 8;
    const to = 17 + packed[16];
    const former = [
      [...packed.slice(0, 14), ...packed.slice(17, to)],
      [...packed.slice(0, 17), ...packed.slice(17, to)],
    ];
    for (const before of former) {
      const restored = KindFinder.unpack(before);
      assert.equal(restored.kind, 'state');
      assert.deepEqual([...restored.values], [...finder.values]);
    }
  });

  it('goes on from its numbers as if it had not been stored, whenever that is', () => {
    for (const [name, [make]] of Object.entries(sensors)) {
      const state = Float64Array.of(6);
      const draw = make({ normal: () => nextNormal(state, 0), uniform: () => nextUniform(state, 0) });
      const finder = new KindFinder();
      let restored = new KindFinder();
      for (let t = 0; t < 1000; t++) {
        const reading = [t < 300 ? draw(t) : t < 700 ? draw(300) : draw(t)];
        const gap = Math.floor(nextUniform(state, 0) * 6);
        for (const one of [finder, restored]) one.learn(reading, 0, gap, gap === 5);
        if (t % 37 === 0) restored = KindFinder.unpack(restored.pack());
        assert.equal(restored.kind, finder.kind, `${name}, ${t}`);
      }
      assert.deepEqual(restored.pack(), finder.pack(), name);
    }
  });

  it('stays a counter through a standstill and being stored', () => {
    const finder = new KindFinder();
    for (let t = 0; t < 120; t++) finder.learn([t], 0, 0);
    for (let t = 0; t < 900; t++) finder.learn([120], 0, 0);
    assert.equal(finder.kind, 'counter');
    assert.equal(KindFinder.unpack(finder.pack()).kind, 'counter');
  });

  it('tells what is sent on change from what is read at a cadence, and outages from pauses', () => {
    const state = Float64Array.of(4);
    const [sent, read] = [new KindFinder(), new KindFinder()];
    for (let k = 0; k < 400; k++) {
      sent.learn([k % 2], 0, Math.floor(-40 * Math.log(1 - nextUniform(state, 0))));
      // A ramp, each of whose steps is as long as the last.
      read.learn([k % 100], 0, k % 90 === 89 ? 600 : 9);
      if (k > 60) assert.deepEqual([sent.isSentOnChange, read.isSentOnChange], [true, false], `${k}`);
    }
    assert.equal(sent.kind, 'state');
  });

  it('knows a report that is due from one that was sent because it moved', () => {
    const state = Float64Array.of(4);
    const finder = new KindFinder();
    let value = 0;
    for (let k = 0; k < 400; k++) {
      const isDue = nextUniform(state, 0) < 0.5;
      if (!isDue) value = 1 - value;
      finder.learn([value], 0, isDue ? 59 : Math.floor(50 * nextUniform(state, 0)), isDue);
    }
    assert.ok(finder.isSentOnChange);
  });
});
