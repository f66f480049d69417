import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Draws } from '../../bench/changepoint/draws';
import { CHANGE, generate, generateMixed } from '../../bench/changepoint/generators';
import {
  createDetector,
  type ChangeEvent,
  type ChangeNews,
  type DetectorOptions,
  type MethodName,
  type Sensitivity,
} from '../../src';
import { assertDrawable, assertSelfContained, plotsOf } from './page-checks';
import { Folder, lines, program, psmf } from './run';

const mixed = generateMixed(3).frames;
const names = mixed[0].map((_, j) => (j === 2 ? '<b>oil</b>' : `s${j}`));
const cell = (value: number): string => (Number.isNaN(value) ? '' : `${value}`);

/** What the detector finds when it is given the frames one by one. */
function changesOf(
  frames: readonly (readonly number[])[],
  options: DetectorOptions,
  timeOf?: (t: number) => { dt: number; ms: number },
): ChangeEvent[] {
  const detector = createDetector(options);
  return frames.flatMap((frame, t) => {
    const { alarm } = detector.update(frame, timeOf?.(t).dt, timeOf?.(t).ms);
    return alarm === null ? [] : [alarm];
  });
}

function withoutId(event: ChangeEvent): ChangeEvent {
  const found = { ...event };
  assert.ok(Number.isInteger(found.id));
  delete (found as { id?: number }).id;
  delete (found as { resolves?: number }).resolves;
  return found;
}

describe('psmf changepoints', () => {
  const folder = new Folder();
  after(() => folder.remove());
  const input = folder.write('in.csv', lines([names, ...mixed]));
  const expected = changesOf(mixed, { names });

  const run = (args: readonly string[], text?: string): string => {
    const { code, stdout, stderr } = psmf(['changepoints', ...args], text);
    assert.equal(code, 0);
    assert.ok(stderr === '' || /^Standard input: column "t" is read as the time .*\n$/.test(stderr), stderr);
    return stdout;
  };
  const told = (args: readonly string[], text?: string): (ChangeEvent | ChangeNews)[] =>
    run([...args, '--json'], text)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ChangeEvent | ChangeNews);
  /** The changes, as a detector tells them: without the numbers that the stream gives them. */
  const json = (args: readonly string[], text?: string): ChangeEvent[] =>
    told(args, text).flatMap((event) => ('event' in event ? [] : [withoutId(event)]));

  it('--json: an object a line, exactly the events of the detector', () => {
    assert.ok(expected.length >= 4);
    const events = json([input]);
    assert.deepEqual(events, expected);
    for (const event of events) {
      const fields = ['index', 'detectedIndex', 'time', 'detectedAt', 'delay', 'score', 'method', 'sensors'];
      const meaning = ['kind', 'scope', 'since', 'rarity', 'summary'];
      assert.deepEqual(Object.keys(event), [...fields, ...meaning]);
      assert.deepEqual([event.time, event.detectedAt, event.method], [null, null, 'calibrated']);
      assert.equal(event.delay, event.detectedIndex - event.index);
      assert.ok(event.score >= 1 && event.sensors.length > 0);
      event.sensors.forEach((sensor, i) => {
        assert.deepEqual(Object.keys(sensor), [
          ...['name', 'contribution', 'kind', 'direction', 'before', 'after'],
        ]);
        assert.ok(i === 0 || sensor.contribution <= event.sensors[i - 1].contribution);
      });
    }
  });

  const choices: readonly [MethodName, Sensitivity][] = [
    ['calibrated', 'high'],
    ['scan', 'low'],
    ['calibrated', 500],
    ['bocpd', 'normal'],
    ['pelt-features', 'high'],
    ['pelt-values', 'high'],
  ];
  for (const [method, sensitivity] of choices) {
    it(`--method ${method} --sensitivity ${sensitivity}`, () => {
      assert.deepEqual(
        json([input, '--method', method, '--sensitivity', `${sensitivity}`]),
        changesOf(mixed, { names, method, sensitivity }),
      );
    });
  }

  it('tells faults and what is undone in lines with event, without detectedIndex', () => {
    const { frames } = generate('none', 4);
    const rows = frames.map((row, t) =>
      row.map((value, j) => (j === 3 && t >= 700 && t < 900 ? value + 8 : value)),
    );
    const news = told(['-'], lines(rows)).filter((event) => 'event' in event);
    const resolved = news.find(({ event }) => event === 'resolved');
    assert.ok(resolved !== undefined && resolved.id === 1, JSON.stringify(news));
    assert.ok(news.every((event) => !('detectedIndex' in event)));
    assert.match(run(['-'], lines(rows)), /^row \d+: resolved; 3\b.* as it was before change 1$/m);
  });

  it('takes dt and times from a time column', () => {
    const draws = new Draws(9);
    const start = Date.UTC(2024, 0, 1);
    const kept = mixed.flatMap((_, t) => (draws.uniform() < 0.2 ? [] : [t]));
    const stamp = (t: number): string => new Date(start + 60_000 * t).toISOString().slice(0, 19);
    const rows = kept.map((t) => [stamp(t).replace('T', ' '), ...mixed[t]]);
    const events = changesOf(
      kept.map((t) => mixed[t]),
      { names },
      (i) => ({
        dt: i < 40 ? 1 : kept[i] - kept[i - 1], // the period is known from 40 rows
        ms: start + 60_000 * kept[i],
      }),
    );
    assert.ok(events.length >= 3);
    const text = lines([['time', ...names], ...rows]);
    assert.deepEqual(json(['-'], text), events);
    const [first] = run(['-'], text).split('\n');
    const { index, time } = events[0];
    assert.ok(first.startsWith(`row ${index}, ${rows[index][0]}: change, `), first);
    assert.equal(time, start + 60_000 * kept[index]);
  });

  it('--rows series, --no-header and gaps', () => {
    const gappy = mixed.map((row, t) => row.map((value, j) => ((t + 3 * j) % 11 === 0 ? NaN : value)));
    const series = names.map((name, j) => [name, ...gappy.map((row) => cell(row[j]))]);
    const events = changesOf(gappy, { names });
    assert.ok(events.length >= 3);
    assert.deepEqual(json(['-', '--rows', 'series'], lines(series)), events);
    const unnamed = lines(gappy.map((row) => row.map(cell)));
    assert.deepEqual(json(['-', '--no-header'], unnamed), changesOf(gappy, { sensors: 8 }));
  });

  it('--ignore leaves labels out', () => {
    const rows = mixed.map((row, t) => [...row, Number(t >= 1000)]);
    assert.deepEqual(json(['-', '--ignore', 'label'], lines([[...names, 'label'], ...rows])), expected);
  });

  it('without --json a line for each change, with the share of the first sensors', () => {
    const shares = ({ sensors }: ChangeEvent): string => {
      const all = sensors.reduce((sum, { contribution }) => sum + contribution, 0);
      const percent = (part: number): string => ((100 * part) / all).toFixed(0);
      return sensors
        .slice(0, 3)
        .map(({ name, contribution }) => `${name} ${percent(contribution)} %`)
        .join(', ');
    };
    const changes = run([input])
      .split('\n')
      .filter((line) => line === '' || line.includes(': change, '));
    assert.deepEqual(changes, [
      ...expected.map((event) => {
        const { index, delay, score } = event;
        const rows = delay === 1 ? '1 row' : `${delay} rows`;
        return `row ${index}: change, found ${rows} later, score ${score.toFixed(2)}: ${shares(event)}; ${event.summary}`;
      }),
      '',
    ]);
  });

  it('writes a change as soon as it is found, not at the end of the file', async () => {
    const { frames } = generate('mean', 5);
    const child = spawn(process.execPath, [program, 'changepoints', '-', '--json']);
    child.stdin.write(lines(frames.slice(0, CHANGE + 200)));
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    assert.deepEqual(
      withoutId(JSON.parse(first.toString()) as ChangeEvent),
      changesOf(frames, { sensors: 20 })[0],
    );
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0);
  });

  it('says that it found nothing, and that it has not seen enough', () => {
    const { frames } = generate('none', 4);
    const quiet = psmf(['changepoints', '-'], lines(frames.slice(0, 700)));
    assert.deepEqual(
      [quiet.code, quiet.stdout, quiet.stderr],
      [0, '', 'Standard input: no change in 700 rows.\n'],
    );
    const note = 'Standard input: warming: 421 rows are needed before a change can be found, got 420.\n';
    for (const args of [[], ['--json'], ['--report', folder.file('short.html')]]) {
      const short = psmf(['changepoints', '-', ...args], lines(frames.slice(0, 420)));
      assert.deepEqual([short.code, short.stdout, short.stderr], [0, '', note]);
    }
    assert.match(folder.read('short.html'), /No changes found in 420 rows .* warming: 421 rows are needed/s);
    assert.equal(psmf(['changepoints', '-', '--json'], lines(frames.slice(0, 421))).stderr, '');
    const sparse = frames.map((row, t) => (t % 12 === 0 ? [cell(row[0]), '1'] : ['', '']));
    const starved = psmf(['changepoints', '-'], lines([['a', 'b'], ...sparse]));
    const few =
      'Standard input: warming: 421 rows with readings are needed before a change can be found, got fewer.\n';
    assert.deepEqual([starved.code, starved.stdout, starved.stderr], [0, '', few]);
  });

  describe('--report', () => {
    const report = (text: string, ...args: string[]): string => {
      const file = folder.file('report.html');
      run(['-', '--report', file, ...args], text);
      return folder.read('report.html');
    };
    const page = report(lines([names, ...mixed]));

    it('is one page that needs nothing else', () => assertSelfContained(page));

    it('shows names as text, never as markup', () => {
      assert.ok(!page.includes('<b>'), 'markup');
      assert.ok(page.includes('&#60;b&#62;oil&#60;/b&#62;'));
    });

    it('lists every change', () => {
      const listed = [...page.matchAll(/<tr><th scope="row">\d+<\/th>(.*?)<\/tr>/g)].map(([, row]) =>
        [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text]) => text),
      );
      assert.deepEqual(
        listed.map((row) => row.slice(0, 4)),
        expected.map((event) => [
          ...[event.index, event.detectedIndex, event.delay].map(String),
          event.score.toFixed(2),
        ]),
      );
      assert.ok(page.includes(`${expected.length} changes found in 3000 rows of 8 sensors`));
    });

    it('draws the sensors most involved and the score, with every change where it is', () => {
      const figures = page.match(/<figure>.*?<\/figure>/gs) ?? [];
      assert.equal(figures.length, 7);
      const involved = names.map((name) =>
        expected.reduce((sum, { sensors }) => {
          const all = sensors.reduce((total, { contribution }) => total + contribution, 0);
          return sum + (sensors.find((sensor) => sensor.name === name)?.contribution ?? 0) / all;
        }, 0),
      );
      const [seventh] = [...involved].sort((a, b) => b - a).slice(6);
      names.forEach((name, j) => {
        const caption = name.replace(/[<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
        assert.equal(page.includes(`<figcaption>${caption}<`), involved[j] > seventh, name);
      });
      const drawn = plotsOf(page);
      assert.equal(drawn.length, 7);
      for (const { began, found } of drawn) {
        assert.deepEqual(
          began,
          expected.map(({ index }) => index),
        );
        assert.deepEqual(
          found,
          expected.map(({ detectedIndex }) => detectedIndex),
        );
      }
      assert.deepEqual(
        drawn.map(({ level }) => level),
        [null, null, null, null, null, null, 1],
      );
      assert.ok(figures[6].includes('<figcaption>score<'));
    });

    it('has the changes first, then the sensors by their share in them', () => {
      const shares = new Map(names.map((name) => [name, 0]));
      for (const { sensors } of expected) {
        const all = sensors.reduce((total, { contribution }) => total + contribution, 0);
        for (const { name, contribution } of sensors)
          shares.set(name, (shares.get(name) ?? 0) + contribution / all);
      }
      const captions = [...page.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, name]) => name);
      const inOrder = [...names].sort((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0)).slice(0, 6);
      assert.deepEqual(captions, [
        ...inOrder.map((name) => name.replace(/[<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)),
        'score',
      ]);
      assert.ok(page.indexOf('<h2>Changes</h2>') < page.indexOf('<h2>Sensors</h2>'));
    });

    it('draws between the least and the greatest reading of each stretch', () => {
      const [{ x, lines }] = plotsOf(page);
      assert.equal(x.length, 750);
      const [{ values, lower }] = lines;
      const [caption] = [...page.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, name]) => name);
      const j = names.findIndex((name) => caption === name.replace(/[<>]/g, (m) => `&#${m.charCodeAt(0)};`));
      const first = mixed.slice(0, 4).map((row) => Number(row[j]));
      assert.deepEqual([lower?.[0], values[0]], [Math.min(...first), Math.max(...first)]);
    });

    it('draws all sensors if they are few, and has times if the file has', () => {
      const few = mixed.map((row, t) => [1.7e9 + 60 * t, ...row.slice(0, 3)]);
      const small = report(lines([['t', 'a', 'b', 'c'], ...few]));
      assert.equal(small.match(/<figure>/g)?.length, 4);
      const events = changesOf(
        mixed.map((row) => row.slice(0, 3)),
        { names: ['a', 'b', 'c'] },
      );
      assert.ok(events.length > 0 && small.includes('<th scope="col">began at</th>'));
      for (const { index } of events) assert.ok(small.includes(`<td>${1.7e9 + 60 * index}</td>`));
    });

    it('gives every plot what it takes to be drawn', () => assertDrawable(page));

    it('takes sensors that were never read, never move or are out of all bounds', () => {
      const odd = mixed.map((row, t) => [row[0], '', 5, t % 2 === 0 ? 1e59 : -1e59, 1e58 * row[1]]);
      const drawn = report(lines([['a', 'empty', 'constant', 'wild', 'huge'], ...odd]), '--header', '--json');
      assert.equal(drawn.match(/<figure>/g)?.length, 6);
      assert.doesNotMatch(
        drawn.replace(/<script>.*?<\/script>|<script type="module">.*?<\/script>/gs, ''),
        /NaN|Infinity|undefined/,
      );
      assertDrawable(drawn);
    });
  });
});
