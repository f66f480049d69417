import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCompareOptions, SECTION_NAMES } from '../../bench/compare/arguments';
import { giveDependencies } from '../../bench/compare/dependencies';
import { Draws } from '../../bench/compare/draws';
import { drawReadings, nameReadings, poolLength } from '../../bench/compare/frames';
import { countLines } from '../../bench/compare/lines';
import { formatNumber, formatResults, formatRows, type Results } from '../../bench/compare/report';
import { Collected, exactRow, judge, type Row } from '../../bench/compare/row';
import { summarise, type Sample } from '../../bench/compare/statistics';
import { WorkerPair } from '../../bench/compare/worker-pair';

/** Rounds of a candidate that takes `ratio` times as long, on a machine whose speed changes, in processes of changing luck. */
function drawPairs(ratio: number, seed: number, pairs = 5, rounds = 9): Sample[][] {
  const draws = new Draws(seed);
  return Array.from({ length: pairs }, () => {
    const luck = Math.exp(0.1 * draws.normal());
    return Array.from({ length: rounds }, () => {
      const speed = 1 + draws.uniform();
      const noise = Math.exp(0.05 * draws.normal());
      return { base: 10 * speed, candidate: 10 * speed * ratio * luck * noise };
    });
  });
}

describe('the statistics of a comparison', () => {
  it('of the same figures: a ratio of 1, and no doubt about it', () => {
    const pairs = drawPairs(1, 1).map((samples) => samples.map(({ base }) => ({ base, candidate: base })));
    const { base, candidate, ratio, low, high } = summarise(pairs);
    assert.equal(base, candidate);
    assert.deepEqual([ratio, low, high], [1, 1, 1]);
  });

  it('hold the true ratio in about nine of ten intervals', () => {
    const seeds = Array.from({ length: 100 }, (_, i) => 1000 + i);
    const held = seeds.filter((seed) => {
      const { low, high } = summarise(drawPairs(1.2, seed));
      return low <= 1.2 && 1.2 <= high;
    });
    assert.ok(held.length >= 82 && held.length <= 99, `${held.length} of ${seeds.length}`);
  });

  it('find the ratio in spite of a machine whose speed changes', () => {
    const { ratio, low, high } = summarise(drawPairs(1.2, 7, 40));
    assert.ok(Math.abs(ratio - 1.2) < 0.05, `${ratio}`);
    assert.ok(low <= ratio && ratio <= high && high - low < 0.2, `${low} to ${high}`);
  });

  it('are the same every time', () => {
    assert.deepEqual(summarise(drawPairs(1.1, 3)), summarise(drawPairs(1.1, 3)));
  });

  it('of one pair come from its rounds', () => {
    const { low, high } = summarise(drawPairs(1, 5, 1));
    assert.ok(low < high);
  });

  it('nothing beside nothing is as much, and something beside nothing infinitely more', () => {
    assert.equal(summarise([[{ base: 0, candidate: 0 }]]).ratio, 1);
    assert.equal(summarise([[{ base: 0, candidate: 3 }]]).ratio, Infinity);
  });

  it('what cannot be told from nothing counts as the least that can', () => {
    assert.equal(summarise([[{ base: -2, candidate: 0.3 }]], 0.5).ratio, 1);
    assert.equal(summarise([[{ base: -2, candidate: 2 }]], 0.5).ratio, 4);
  });

  it('of a build that could not run: the figures of the other, and no ratio', () => {
    const { base, candidate, ratio, low } = summarise([[{ base: 4, candidate: NaN }]]);
    assert.deepEqual([base, candidate, ratio, low], [4, NaN, NaN, NaN]);
  });
});

describe('the verdict of a comparison', () => {
  it('is bad only if the whole interval lies above 1.05', () => {
    assert.equal(judge({ low: 1.05 }, 'time'), 'no slower');
    assert.equal(judge({ low: 1.06 }, 'time'), 'SLOWER');
    assert.equal(judge({ low: 0.9 }, 'size'), 'no larger');
    assert.equal(judge({ low: Infinity }, 'size'), 'LARGER');
    assert.equal(judge({ low: NaN }, 'time'), '-');
  });

  it('is not given where the builds do other work', () => {
    const row = new Collected('text', 'µs', 'time');
    row.add({ samples: [{ base: 1, candidate: 9 }], base: null, candidate: null });
    row.noteUnlike('the base hands it on.');
    assert.equal(row.toRow().verdict, 'other work');
    assert.deepEqual(row.toRow().notes, ['the base hands it on.']);
  });

  it('a build that cannot run says why, once', () => {
    const row = new Collected('step', 'µs', 'time');
    const outcome = { samples: [{ base: NaN, candidate: 2 }], base: 'it has no export X.', candidate: null };
    row.add(outcome);
    row.add(outcome);
    const { verdict, candidate, notes } = row.toRow();
    assert.deepEqual([verdict, candidate], ['-', 2]);
    assert.deepEqual(notes, ['the base cannot run this: it has no export X.']);
  });

  it('figures are turned into the unit of the row', () => {
    const row = new Collected('memory', 'kB', 'size');
    row.add({ samples: [{ base: 2000, candidate: 3000 }], base: null, candidate: null }, 1000);
    assert.deepEqual([row.toRow().base, row.toRow().candidate], [2, 3]);
  });
});

describe('the arguments of a comparison', () => {
  it('are a commit or two, two switches, and what is measured', () => {
    assert.deepEqual(readCompareOptions(['HEAD~3', '--quick']), {
      ...{ commit: 'HEAD~3', candidate: null, json: false, quick: true },
      sections: SECTION_NAMES,
    });
    assert.deepEqual(readCompareOptions(['--json', 'v1', 'v2', '--only', 'nodes', '--only', 'steps']), {
      ...{ commit: 'v1', candidate: 'v2', json: true, quick: false },
      sections: ['steps', 'nodes'],
    });
  });

  const wrong: [string[], RegExp][] = [
    [[], /Which commit/],
    [['a', 'b', 'c'], /one commit, or two, got "a" and "b" and "c"/],
    [['--nonsense'], /"--nonsense": the options are --json and --quick/],
    [['HEAD', '--quick=3'], /"--quick": the options are/],
    [['HEAD', '--only', 'node'], /a section after --only, one of steps, .*; got "node"/],
  ];
  for (const [args, expected] of wrong) {
    it(`"${args.join(' ')}" is answered in one line that shows the usage`, () => {
      const answer = readCompareOptions(args);
      assert.ok(typeof answer === 'string');
      assert.match(answer, expected);
      assert.match(
        answer,
        /npm run compare -- COMMIT \[CANDIDATE\] \[--json\] \[--quick\] \[--only SECTION\]\.\.\.\.$/,
      );
      assert.ok(!answer.includes('\n'));
    });
  }
});

describe('the table of a comparison', () => {
  const rows: Row[] = [
    { ...exactRow('stored', 'bytes', 64874, 64874), notes: ['as the nodes write it.'] },
    {
      ...{ name: 'learned', unit: 'µs', base: 12.345, candidate: 13, ratio: 1.0531, low: 0.991, high: 1.1 },
      ...{ verdict: 'no slower', notes: [] },
    },
  ];

  it('has its columns right-aligned, and its notes below', () => {
    assert.equal(
      formatRows(rows),
      [
        '          unit    base  candidate  ratio   90 % interval    verdict',
        ' stored  bytes  64,874     64,874  1.000               -  no larger',
        'learned     µs    12.3         13  1.053  0.991 to 1.100  no slower',
        '  stored: as the nodes write it.',
      ].join('\n'),
    );
  });

  it('writes numbers with three digits, or whole', () => {
    const written = [0.0123456, 99.95, 1234.5, 1e6, 0, NaN].map(formatNumber);
    assert.deepEqual(written, ['0.0123', '100', '1,235', '1,000,000', '0', '-']);
  });

  it('says what was compared, and the title of each section', () => {
    const results: Results = {
      ...{
        base: 'abc one',
        candidate: 'def two, with changes',
        node: 'v20',
        machine: 'linux',
        seconds: 61.2,
      },
      effort: { pairs: 1, rounds: 5, roundMs: 1, warmUpMs: 1, loads: 1, footprints: 1, memories: 1 },
      sections: [{ title: 'Models', rows }],
    };
    const text = formatResults(results);
    for (const part of [
      'base:      abc one',
      'candidate: def two, with changes',
      '61 s',
      '1 x 5',
      '\n\nModels\n',
    ])
      assert.ok(text.includes(part), part);
  });
});

/** A folder with these files; the tests of a suite share none. */
function useFolder(files: Readonly<Record<string, string>>): () => string {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'psmf-compare-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  return () => root;
}

describe('the lines of a comparison', () => {
  const files = {
    'src/a.ts': 'one\ntwo\n',
    'src/deep/b.ts': 'three\n',
    'nodes/c.html': '\n\n\n',
    'nodes/d.svg': '\n',
  };
  const root = useFolder(files);

  it('are counted in the files with the endings asked for', () => {
    const paths = Object.keys(files);
    assert.deepEqual(countLines(root(), paths, ['.ts']), { files: 2, lines: 3 });
    assert.deepEqual(countLines(root(), paths, ['.ts', '.html']), { files: 3, lines: 6 });
  });
});

describe('the dependencies of a base', () => {
  const root = useFolder({
    'package-lock.json': '{}',
    'node_modules/a/index.js': '',
    'base/package-lock.json': '{}',
    'own/package-lock.json': '{"other":1}',
    'own/node_modules/.package-lock.json': '{}',
  });

  it('are those of the work tree where the locks are the same, however often it is asked for', () => {
    for (let i = 0; i < 2; i++) {
      assert.equal(giveDependencies(join(root(), 'base'), root()), null);
      assert.ok(lstatSync(join(root(), 'base', 'node_modules')).isSymbolicLink());
      assert.ok(existsSync(join(root(), 'base', 'node_modules', 'a', 'index.js')));
    }
  });

  it('are its own where it has them', () => {
    assert.equal(giveDependencies(join(root(), 'own'), root()), null);
    assert.ok(!lstatSync(join(root(), 'own', 'node_modules')).isSymbolicLink());
  });
});

describe('the workers of a comparison', () => {
  const root = useFolder({
    'whole/package.json': '{}',
    'whole/dist/src/index.js': 'exports.PsmfFilter = class { learnOne() {} };',
    'part/package.json': '{}',
    'part/dist/src/index.js': '',
  });
  const turns = { rounds: 2, roundMs: 1, warmUpMs: 1 };

  it('give figures of both builds in every round', async () => {
    const whole = join(root(), 'whole');
    const workers = await WorkerPair.open(
      { base: whole, candidate: whole },
      'step',
      { sensors: 2, rank: 1 },
      0,
    );
    const { samples, base, candidate } = await workers.measureInTurns('learned', turns);
    await workers.close();
    assert.deepEqual([base, candidate], [null, null]);
    assert.equal(samples.length, 2);
    for (const sample of samples) assert.ok(sample.base >= 0 && sample.candidate >= 0);
  });

  it('say what a build lacks, and give the figures of the other', async () => {
    const roots = { base: join(root(), 'part'), candidate: join(root(), 'whole') };
    const workers = await WorkerPair.open(roots, 'step', { sensors: 2, rank: 1 }, 0);
    const { samples, base, candidate } = await workers.measureInTurns('learned', turns);
    await workers.close();
    assert.deepEqual([base, candidate], ['it has no export PsmfFilter.', null]);
    assert.equal(samples.length, 2);
    for (const sample of samples) assert.ok(Number.isNaN(sample.base) && sample.candidate >= 0);
  });
});

describe('the frames of a comparison', () => {
  it('are the same from the same seed, with as many gaps as asked for', () => {
    const frames = drawReadings(20, 500, 0.1, 3);
    assert.deepEqual(frames, drawReadings(20, 500, 0.1, 3));
    const gaps = frames.flatMap((frame) => [...frame]).filter((value) => Number.isNaN(value)).length;
    assert.ok(Math.abs(gaps - 1000) < 150, `${gaps}`);
  });

  it('go round without a jump: the stream is periodic in the length of a pool', () => {
    for (const sensors of [8, 20, 500]) assert.equal(poolLength(sensors) % 200, 0);
  });

  it('have null where a reading is missing', () => {
    assert.deepEqual(nameReadings(Float64Array.of(1.5, NaN)), { sensor0: 1.5, sensor1: null });
  });
});
