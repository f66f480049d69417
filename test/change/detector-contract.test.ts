import assert from 'node:assert/strict';
import { Draws } from '../../bench/changepoint/draws';
import { generate, generateMixed } from '../../bench/changepoint/generators';
import {
  PsmfError,
  createDetector,
  methods,
  open,
  restoreDetector,
  seal,
  type ChangeDetector,
  type ChangeEvent,
  type DetectorState,
  type Method,
} from '../../src';

interface Trace {
  readonly scores: number[];
  readonly alarms: ChangeEvent[];
}

function follow(detector: ChangeDetector, frames: readonly (readonly number[])[]): Trace {
  const scores: number[] = [];
  const alarms: ChangeEvent[] = [];
  for (const frame of frames) {
    const { score, alarm } = detector.update(frame);
    scores.push(score);
    if (alarm !== null) alarms.push(alarm);
  }
  return { scores, alarms };
}

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof PsmfError, String(error));
    return error.code;
  }
  return 'nothing thrown';
};

const paper = generate('paper', 3).frames.map((row) => row.slice(0, 12));
const mixed = generateMixed(5).frames.slice(0, 900);
const holed = (): number[][] => {
  const draws = new Draws(8);
  return mixed.map((row) => row.map((value) => (draws.uniform() < 0.1 ? NaN : value)));
};

for (const method of methods) {
  describe(`contract of a detector: ${method}`, () => {
    const create = (sensors: number): ChangeDetector => createDetector({ method, sensors });

    it('says the same of the same stream', () => {
      const first = follow(create(8), mixed);
      assert.deepEqual(follow(create(8), mixed), first);
      assert.ok(first.scores.some((score) => score > 0));
    });

    it('two detectors do not disturb each other', () => {
      const alone = follow(create(8), mixed);
      const [a, b] = [create(8), create(12)];
      const scores = mixed.map((frame, t) => {
        b.update(paper[t]);
        return a.update(frame).score;
      });
      assert.deepEqual(scores, alone.scores);
    });

    it('goes on bit for bit after a snapshot, at any point', () => {
      const frames = holed();
      const whole = follow(create(8), frames);
      for (const cut of [0, 30, 59, 60, 100, 120, 121, 330, 421, 640]) {
        const first = create(8);
        const before = follow(first, frames.slice(0, cut));
        const restored = restoreDetector(storeAndLoad(first.snapshot()));
        assert.equal(restored.seq, cut);
        assert.equal(restored.phase, first.phase);
        const after = follow(restored, frames.slice(cut));
        assert.deepEqual([...before.scores, ...after.scores], whole.scores, `cut at ${cut}`);
        assert.deepEqual([...before.alarms, ...after.alarms], whole.alarms);
      }
    });

    it('a snapshot is a copy and does not grow', () => {
      const detector = create(8);
      const empty = detector.snapshot().data.length;
      follow(detector, mixed.slice(0, 200));
      const kept = detector.snapshot();
      const copy = kept.data.slice();
      follow(detector, mixed.slice(200));
      assert.deepEqual(kept.data, copy);
      assert.equal(detector.snapshot().data.length, empty);
    });

    it('refuses a damaged snapshot', () => {
      const detector = create(8);
      follow(detector, mixed.slice(0, 300));
      const state = detector.snapshot();
      const spoiled = (change: (data: Float64Array) => void): DetectorState => {
        const data = state.data.slice();
        change(data);
        return { ...state, data };
      };
      const code = (bad: DetectorState): string => codeOf(() => restoreDetector(bad));
      assert.equal(code({ ...state, data: state.data.slice(1) }), 'BAD_SNAPSHOT');
      assert.equal(code({ ...state, config: { ...state.config, rank: 9 } }), 'BAD_SNAPSHOT');
      assert.equal(code({ ...state, method: 'guess' }), 'BAD_OPTION');
      for (const nothing of [
        null,
        {},
        { ...state, data: [1] },
        { ...state, config: null },
        { ...state, names: 8 },
      ]) {
        assert.equal(code(nothing as unknown as DetectorState), 'BAD_SNAPSHOT');
      }
      assert.equal(code(spoiled((data) => (data[20] = Infinity))), 'BAD_SNAPSHOT');
      assert.equal(code(spoiled((data) => data.fill(-1))), 'BAD_SNAPSHOT');
      assert.equal(code(spoiled((data) => data.fill(0.5))), 'BAD_SNAPSHOT');
    });

    it('refuses bad calls before anything changes', () => {
      const detector = create(8);
      follow(detector, mixed.slice(0, 150));
      const before = detector.snapshot();
      assert.equal(
        codeOf(() => detector.update([1, 2])),
        'BAD_LENGTH',
      );
      assert.equal(
        codeOf(() => detector.update(null as unknown as number[])),
        'BAD_LENGTH',
      );
      for (const dt of [0, -1, NaN, Infinity, '1' as unknown as number]) {
        assert.equal(
          codeOf(() => detector.update(mixed[150], dt)),
          'BAD_DT',
        );
      }
      assert.deepEqual(detector.snapshot(), before);
      assert.equal(
        codeOf(() => createDetector({ method, sensors: 0 })),
        'BAD_OPTION',
      );
      assert.equal(
        codeOf(() => createDetector({ method, sensors: 2, names: ['a'] })),
        'BAD_OPTION',
      );
      assert.equal(
        codeOf(() => createDetector({ method, sensors: 2, sensitivity: 'utmost' as 'high' })),
        'BAD_OPTION',
      );
    });

    it('answers with finite numbers whatever it reads', () => {
      const draws = new Draws(1);
      const odd = [
        NaN,
        Infinity,
        -Infinity,
        1e308,
        -1e308,
        1e69,
        1e-320,
        0,
        -0,
        undefined,
        null,
        '7',
        {},
        true,
      ];
      const detector = create(4);
      for (let t = 0; t < 900; t++) {
        const frame = Array.from({ length: 4 }, () =>
          draws.uniform() < 0.4 ? odd[draws.below(odd.length)] : draws.normal() * 10 ** draws.below(12),
        );
        const { score, alarm } = detector.update(frame as number[], 10 ** (3 * draws.normal()));
        assert.ok(Number.isFinite(score) && score >= 0, `frame ${t}: ${score}`);
        if (alarm === null) continue;
        assert.ok(alarm.index <= alarm.detectedIndex && alarm.detectedIndex === t);
        assert.ok(alarm.sensors.every(({ contribution }) => Number.isFinite(contribution)));
      }
    });

    it('says nothing before it has learned, and nothing of constant or absent sensors', () => {
      const short = follow(create(8), mixed.slice(0, 119));
      assert.deepEqual([...new Set(short.scores)], [0]);
      for (const value of [0, 1e9, NaN]) {
        for (const sensors of [1, 5]) {
          const detector = create(sensors);
          const { alarms } = follow(
            detector,
            Array.from({ length: 800 }, () => new Array<number>(sensors).fill(value)),
          );
          assert.deepEqual(alarms, []);
        }
      }
    });

    it('takes in sensors that join, before and after it has learned', () => {
      const detector = createDetector({ method, names: ['a', 'b'] });
      const alarms: ChangeEvent[] = [];
      const draws = new Draws(12);
      for (let t = 0; t < 700; t++) {
        if (t === 10 || t === 300) detector.addSensor(`joined ${t}`);
        if (t === 400) detector.addSensor();
        const common = Math.sin(t / 3);
        const frame = Array.from(
          { length: detector.sensors },
          (_, j) => (j + 1) * (100 + common + draws.normal() / 3),
        );
        const { alarm } = detector.update(frame);
        if (alarm !== null) alarms.push(alarm);
      }
      assert.deepEqual(alarms, []);
      assert.deepEqual(detector.names, ['a', 'b', 'joined 10', 'joined 300', '4']);
      assert.equal(detector.phase, 'ready');
    });
  });
}

/** Through the envelope and JSON text, as a store would. */
function storeAndLoad(state: DetectorState): DetectorState {
  const { method, config, names, data } = state;
  const meta = { method, config, names };
  const text = JSON.stringify(seal({ node: 'n', key: '', seq: 0, time: null, meta, data }));
  const opened = open(JSON.parse(text));
  return { ...(opened.meta as Omit<DetectorState, 'data'>), data: opened.data };
}

describe('choice of a detector', () => {
  it('is the calibrated one where nothing else is said, also by its former name', () => {
    assert.equal(createDetector({ sensors: 1 }).method, 'calibrated');
    assert.equal(createDetector({ sensors: 1, method: 'scan' }).method, 'calibrated');
    assert.equal(
      codeOf(() => createDetector({ sensors: 1, method: 'guess' as Method })),
      'BAD_OPTION',
    );
  });

  it('tells the retrospective ones', () => {
    const retrospective = methods.filter((method) => createDetector({ method, sensors: 1 }).retrospective);
    assert.deepEqual(retrospective, ['pelt-features', 'pelt-values']);
  });
});
