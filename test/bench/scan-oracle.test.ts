import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { CHANGE, generate, generateMixed, type Kind } from '../../bench/changepoint/generators';
import { ScanDetector } from '../../bench/changepoint/scan/scan-detector';
import { ScanByDefinition } from '../support/scan-by-definition';

interface Case {
  readonly name: string;
  readonly frames: number[][];
  readonly dts?: number[];
  readonly sensitivity?: 'high' | 'normal' | 'low';
  readonly alarms: number;
}

const columnsOf = (frames: number[][], d: number): number[][] => frames.map((row) => row.slice(0, d));
/** The first d sensors of a stream, those that change first, with 380 frames before the change and 100 after it. */
const oneKind = (kind: Kind, seed: number, d: number): number[][] => {
  const stream = generate(kind, seed);
  const changed = stream.sensors[0] ?? [];
  const order = [...changed, ...Array.from({ length: 20 }, (_, j) => j).filter((j) => !changed.includes(j))];
  const frames = stream.frames.slice(CHANGE - 380, CHANGE + 100);
  return frames.map((row) => order.slice(0, d).map((j) => row[j]));
};

/** One more step of this size in every sensor at the change. */
const stepped = (frames: number[][], size: number): number[][] =>
  frames.map((row, t) => row.map((value) => (t < 380 ? value : value + size)));

function withGaps(frames: number[][], seed: number, share: number): number[][] {
  const draws = new Draws(seed);
  return frames.map((row) => row.map((value) => (draws.uniform() < share ? NaN : value)));
}

const draws = new Draws(99);
const irregular = Array.from({ length: 600 }, () => 0.5 + draws.uniform());
const cases: Case[] = [
  { name: 'paper', frames: oneKind('paper', 3, 6), alarms: 1 },
  { name: 'mean', frames: oneKind('mean', 4, 5), alarms: 1 },
  { name: 'variance, high sensitivity', frames: oneKind('variance', 5, 9), sensitivity: 'high', alarms: 1 },
  {
    name: 'steps, low sensitivity',
    frames: stepped(oneKind('none', 8, 8), 8),
    sensitivity: 'low',
    alarms: 1,
  },
  { name: 'none', frames: oneKind('none', 7, 5), alarms: 0 },
  { name: 'one sensor', frames: stepped(oneKind('none', 9, 1), 12), alarms: 1 },
  {
    name: 'three sensors, irregular time',
    frames: stepped(oneKind('mean', 10, 3), 6),
    dts: irregular,
    alarms: 1,
  },
  { name: 'missing readings', frames: withGaps(oneKind('mean', 11, 6), 2, 0.15), alarms: 1 },
  { name: 'mixed', frames: columnsOf(generateMixed(12).frames.slice(0, 850), 8), alarms: 1 },
];

describe('the scan detector against its definition', () => {
  for (const { name, frames, dts, sensitivity = 'normal', alarms } of cases) {
    it(`${name}: the same score in every frame, the same alarms`, () => {
      const d = frames[0].length;
      const factor = { high: 1, normal: 1.25, low: 1.75 }[sensitivity];
      const oracle = new ScanByDefinition(d, factor);
      const detector = new ScanDetector({ sensors: d, sensitivity });
      let found = 0;
      frames.forEach((row, t) => {
        const dt = dts?.[t] ?? 1;
        const expected = oracle.push(row, dt);
        const { score, alarm } = detector.update(row, dt, 1000 * t);
        assert.ok(Math.abs(score - expected.score) < 1e-9, `frame ${t}: ${score} against ${expected.score}`);
        assert.equal(alarm === null, expected.alarm === null, `frame ${t}`);
        if (alarm === null || expected.alarm === null) return;
        found++;
        assert.equal(alarm.index, expected.alarm.index);
        assert.equal(alarm.detectedIndex, t);
        assert.equal(alarm.delay, t - alarm.index);
        assert.equal(alarm.time, 1000 * alarm.index);
        assert.equal(alarm.detectedAt, 1000 * t);
        assert.equal(alarm.method, 'scan');
        for (const { name: sensor, contribution } of alarm.sensors) {
          assert.ok(Math.abs(contribution - expected.alarm.contributions[Number(sensor)]) < 1e-6);
        }
        const order = alarm.sensors.map((sensor) => sensor.contribution);
        assert.deepEqual(
          order,
          [...order].sort((a, b) => b - a),
        );
      });
      assert.ok(found >= alarms, `${found} alarms, at least ${alarms} expected`);
    });
  }
});
