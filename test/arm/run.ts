import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextUniform } from '../../src/random';
import { NodeRed } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { simulateFrames } from '../frame/simulation';
import { ROOT } from '../package-root';
import { DEBIAN_PACKAGES, installNode, isMissing, processors, type Processor } from './emulator';
import type { Task, Work } from './go-on';

const GO_ON = join(__dirname, 'go-on.js');
const GOLDEN = join(ROOT, 'dist', 'bench', 'golden.js');
const SENSORS = 8;
/** Of a number's own size, where processors round differently. */
const TOLERANCE = 1e-6;

/** Numbers with gaps, as text both processors read alike. */
function drawFrames(count: number): Record<string, number | null>[] {
  const random = Float64Array.of(3);
  return simulateFrames(count, SENSORS).map((frame) =>
    Object.fromEntries(
      Object.entries(frame).map(([name, value]) => [name, nextUniform(random, 0) < 0.1 ? null : value]),
    ),
  );
}

class Bench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'psmf-arm-'));

  work(node: string, task: Task): Work {
    const [input, output] = ['task.json', 'work.json'].map((name) => join(this.#folder, name));
    writeFileSync(input, JSON.stringify(task));
    execFileSync(node, [GO_ON, input, output], { stdio: 'inherit' });
    return JSON.parse(readFileSync(output, 'utf8')) as Work;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** The largest difference between two runs, in units of a number's own size; throws if it is too large. */
function compare(what: string, expected: Work, got: Work): string {
  let largest = 0;
  for (const [name, rows] of Object.entries(expected.answers)) {
    assert.ok(
      rows.every((row) => row.length > 0),
      `${what}: ${name} said nothing`,
    );
    rows.forEach((row, t) =>
      row.forEach((value, i) => {
        const other = got.answers[name][t][i];
        assert.equal(other === null, value === null, `${what}: ${name}, frame ${t}: one has no number`);
        if (value === null || value === other) return;
        largest = Math.max(largest, Math.abs(other - value) / Math.max(1, Math.abs(value)));
      }),
    );
  }
  assert.ok(largest <= TOLERANCE, `${what}: off by ${largest}`);
  const same = Object.keys(expected.states).filter(
    (name) => expected.states[name].data === got.states[name].data,
  );
  const states = `states of ${same.length === 0 ? 'none' : same.join(', ')} equal to the last bit`;
  return `answers ${largest === 0 ? 'equal to the last bit' : `within ${largest.toExponential(1)}`}, ${states}`;
}

/** States cross from one kind of processor to the other, and go on there as at home. */
function crossOver(name: string, node: string, half: number): string {
  const bench = new Bench();
  const frames = drawFrames(2 * half);
  const [first, second] = [frames.slice(0, half), frames.slice(half)];
  const begun = bench.work(process.execPath, { frames: first, from: 0, states: {} });
  const home = bench.work(process.execPath, { frames: second, from: half, states: begun.states });
  const there = bench.work(node, { frames: second, from: half, states: begun.states });
  const begunThere = bench.work(node, { frames: first, from: 0, states: {} });
  const back = bench.work(process.execPath, { frames: second, from: half, states: begunThere.states });
  bench.close();
  assert.notEqual(there.processor, process.arch);
  const onward = compare(`${process.arch} to ${name}`, home, there);
  return `${process.arch} to ${name}: ${onward}; ${name} to ${process.arch}: ${compare(`${name} to ${process.arch}`, home, back)}`;
}

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
/** POST /frames answers how many frames each node has learned. */
const flow = [
  { id: 'tab', type: 'tab', label: 'arm' },
  place({ id: 'in', type: 'http in', url: '/frames', method: 'post', wires: [['impute']] }),
  place({ id: 'impute', type: 'psmf-impute', wires: [['filter'], []] }),
  place({ id: 'filter', type: 'psmf-filter', wires: [['change']] }),
  place({ id: 'change', type: 'psmf-changepoint', wires: [['pick'], []] }),
  place({
    id: 'pick',
    type: 'function',
    func: 'const { impute, filter, change } = msg.psmf.at(-1); msg.payload = [impute.seq, filter.seq, change.seq]; return msg;',
    outputs: 1,
    wires: [['answer']],
  }),
  place({ id: 'answer', type: 'http response', wires: [] }),
];
const IN_ALL = 1000;
const AT_ONCE = 100;

/** The packed nodes in a real Node-RED on that processor: 1,000 frames, a restart, and one more. */
async function runNodeRed(node: string): Promise<string> {
  const { userDir } = await createUserDir();
  const installation = { node, script: require.resolve('node-red/red.js') };
  const frames = simulateFrames(IN_ALL + 1, SENSORS);
  try {
    let red = await NodeRed.start(userDir, installation);
    await red.deploy(flow);
    const send = async (from: number, to: number): Promise<unknown> =>
      (await red.post('/frames', frames.slice(from, to))).json();
    for (let t = 0; t < IN_ALL; t += AT_ONCE)
      assert.deepEqual(await send(t, t + AT_ONCE), [t + AT_ONCE, t + AT_ONCE, t + AT_ONCE]);
    await red.stop();
    red = await NodeRed.start(userDir, installation);
    assert.deepEqual(await send(IN_ALL, IN_ALL + 1), [IN_ALL + 1, IN_ALL + 1, IN_ALL + 1]);
    assert.deepEqual(red.warnings, []);
    await red.stop();
  } finally {
    await removeUserDir(userDir);
  }
  return `Node-RED: ${IN_ALL} frames through the three nodes, restarted, went on at ${IN_ALL + 1}`;
}

async function main(isFull: boolean): Promise<number> {
  if (processors.some(isMissing)) {
    console.error(`An emulator is missing: apt-get install ${DEBIAN_PACKAGES.join(' ')}`);
    return 2;
  }
  const say = ({ name }: Processor, start: number, what: string): void =>
    console.log(`${name} (${((Date.now() - start) / 1000).toFixed(0)} s): ${what}`);
  for (const [i, processor] of processors.entries()) {
    const node = installNode(processor);
    let start = Date.now();
    const golden = execFileSync(node, [GOLDEN, join(ROOT, 'test', 'fixtures', 'golden')], {
      encoding: 'utf8',
    });
    say(processor, start, `golden vectors: ${golden.trimEnd().split('\n').at(-1)}`);
    start = Date.now();
    say(processor, start, crossOver(processor.name, node, isFull ? 600 : 100));
    if (i > 0 && !isFull) continue;
    start = Date.now();
    say(processor, start, await runNodeRed(node));
  }
  return 0;
}

void main(process.argv.includes('--full')).then((code) => (process.exitCode = code));
