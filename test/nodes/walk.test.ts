import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../package-root';
import { collect, getNode, helper, startFlow, streamFlow } from './flow';

/** One function of the walk, as nodes/README.md lists it. */
interface Step {
  readonly name: string;
  /** The source file. */
  readonly file: string;
}

/** How others are called from another module. */
const CALLS: Readonly<Record<string, RegExp>> = {
  onInput: /\.onInput\(/,
  readMessage: /\breadMessage\)?\(/,
  entryFor: /\.entryFor\(/,
  take: /assembler\.take\(/,
  answer: /\.answer\(/,
  learnOne: /\bmodel\.learnOne\(/,
  learn: /engine\.learn\(/,
  fill: /imputer\.fill\(/,
  markChanged: /\.markChanged\(/,
  writeMessage: /\bwriteMessage\)?\(/,
};

const readWalk = (): Step[] =>
  [...readFileSync(`${ROOT}/nodes/README.md`, 'utf8').matchAll(/^\d+\. `(\w+)` in `([\w/.-]+)`/gm)].map(
    ([, name, file]) => ({ name, file }),
  );

/** A function that ran. */
interface Ran extends Step {
  readonly count: number;
  readonly text: string;
}

/** What ran of nodes and src, by source file, while `act` was at work. */
async function listRun(act: () => Promise<void>): Promise<Ran[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(describeScript);
}

function describeScript({ url, functions }: Profiler.ScriptCoverage): Ran[] {
  if (!url.startsWith('file:') && !url.startsWith('/')) return [];
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const file = relative(`${ROOT}/dist`, path).replaceAll('\\', '/').replace(/\.js$/, '.ts');
  if (!/^(nodes|src)\//.test(file)) return [];
  const source = readFileSync(path, 'utf8');
  return functions
    .filter(({ ranges }) => ranges[0].count > 0)
    .map(({ functionName, ranges: [{ startOffset, endOffset, count }] }) => ({
      ...{ name: functionName.replace(/^#/, ''), file, count },
      text: source.slice(startOffset, endOffset),
    }));
}

describe('the walk of a reading that completes a frame', () => {
  const walk = readWalk();
  let ran: Ran[];

  before(async () => {
    await startFlow(streamFlow('psmf-impute', { frameMs: 60_000 }));
    const { out } = collect();
    const give = (topic: string, t: number): void =>
      getNode('n1').receive({ topic, payload: Math.sin(t + topic.length), timestamp: 1000 * t });
    for (let t = 1; t <= 50; t++) for (const topic of ['a', 'bb', 'ccc']) give(topic, t);
    const before = (await out.reach(48)).length;
    give('a', 51);
    give('ccc', 51);
    await new Promise((resolve) => setTimeout(resolve, 50));
    ran = await listRun(async () => {
      give('bb', 51);
      await out.reach(before + 1);
    });
  });
  after(() => helper.unload());

  it('is written down in at most ten functions', () => {
    assert.ok(walk.length >= 8 && walk.length <= 10, `${walk.length} functions`);
    for (const { name } of walk) assert.ok(name in CALLS, name);
  });

  it('visits each of them once', () => {
    const counts = walk.map(({ name, file }) => [
      name,
      ran
        .filter((each) => each.name === name && each.file === file)
        .reduce((sum, { count }) => sum + count, 0),
    ]);
    assert.deepEqual(
      counts,
      walk.map(({ name }) => [name, 1]),
    );
  });

  it('has nobody else in nodes and src/frame who calls into another module of it', () => {
    const isStep = (one: Step): boolean =>
      walk.some(({ name, file }) => one.name === name && one.file === file);
    const others = ran.filter((one) => /^(nodes|src\/frame)\//.test(one.file) && !isStep(one));
    assert.ok(others.length > 10, 'nothing was seen to run');
    const callers = others.flatMap(({ name, file, text }) =>
      walk
        .filter((step) => step.file !== file && CALLS[step.name].test(text))
        .map((step) => `${name} of ${file} calls ${step.name}`),
    );
    assert.deepEqual(callers, []);
  });
});
