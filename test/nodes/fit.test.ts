import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Worker } from 'node:worker_threads';
import type { FilterBlock } from '../../src';
import { FitJobs } from '../../nodes/runtime/fit-job';
import type { FitProblem } from '../../src';
import { Random } from '../support/random';
import {
  collect,
  Collector,
  filterFlow,
  helper,
  logged,
  place,
  send,
  startFlow,
  statuses,
  type Message,
} from './flow';
import { SlowStore } from './slow-store';

const PERIOD = 40;
const START = 1_700_000_000_000;
const truthAt = (t: number): Record<string, number> => ({
  temperature: 20 + 4 * Math.sin((2 * Math.PI * t) / PERIOD),
  pressure: 101_325 + 300 * Math.sin((2 * Math.PI * t) / PERIOD),
});
const SIZES: Readonly<Record<string, number>> = { temperature: 4, pressure: 300 };
const periodic = { model: 'rpsmf', dynamics: 'periodic', horizon: 10, configVersion: 1 };
/** Longer than any test waits for it. */
const ENDLESS = { restarts: 1000, passes: 10_000 };

function sendFrames(from: number, to: number, more: object = {}): void {
  for (let t = from; t < to; t++) {
    const random = new Random(500 + t);
    const noisy = Object.entries(truthAt(t)).map(([name, y]) => [
      name,
      y + 0.05 * SIZES[name] * random.normal(),
    ]);
    send(Object.fromEntries(noisy), { timestamp: START + 1000 * t, ...more });
  }
}
interface Report {
  readonly format: string;
  readonly frames: number;
  readonly starts: number;
  readonly error: number;
  readonly errors: readonly number[];
  readonly theta: readonly number[];
  readonly failed: number;
}
interface Caught {
  readonly error: { readonly message: string };
}
const messagesOf = (caught: readonly Message[]): string[] =>
  caught.map((msg) => (msg as unknown as Caught).error.message);

describe('psmf-filter: msg.fit', () => {
  afterEach(() => helper.unload());

  it('fits in the background, answers, and goes on with what was fitted', async () => {
    await startFlow(filterFlow(periodic));
    const { out, completed, caught } = collect();
    sendFrames(0, 240);
    await out.reach(240);
    send('anything', { _msgid: 'asked', fit: { restarts: 12, passes: 60 }, topic: 'tuning' });
    sendFrames(240, 250);
    const all = await out.reach(251);
    await completed.reach(251);
    assert.deepEqual(caught.messages, []);
    const report = all.find(({ _msgid }) => _msgid === 'asked');
    assert.ok(report);
    assert.deepEqual([report.topic, 'fit' in report, report.psmf], ['tuning', false, undefined]);
    const { format, frames, starts, error, errors, theta, failed } = report.payload as Report;
    assert.deepEqual([format, frames, starts, errors.length, failed], ['psmf-fit', 240, 12, 12, 0]);
    assert.ok(errors.every((value, i) => i === 0 || value >= errors[i - 1]) && errors[0] === error);
    assert.ok(
      theta.some((frequency) => Math.abs(frequency - 1 / PERIOD) < 0.002),
      theta.join(),
    );

    sendFrames(250, 260);
    const { seq, forecast } = (await out.reach(261))[260].psmf?.filter as FilterBlock;
    assert.equal(seq, 260);
    forecast.forEach(({ mean, lower, upper }, i) => {
      for (const [name, truth] of Object.entries(truthAt(260 + i))) {
        assert.ok(Math.abs(mean[name] - truth) < 1.2 * SIZES[name], `${name} in ${i + 1}`);
        assert.ok(lower[name] < upper[name]);
      }
    });
  });

  it('answers frames while it is at work, and says so in the status', async () => {
    await startFlow(filterFlow(periodic));
    const { out } = collect();
    sendFrames(0, 120);
    await out.reach(120);
    send('', { fit: ENDLESS });
    sendFrames(120, 140);
    await out.reach(140);
    while (!statuses().some(({ text }) => /^fitting \d+ %$/.test(text ?? '')))
      await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it('is stopped by another one, by a reset and by an import, with an error', async () => {
    await startFlow(filterFlow({ ...periodic, allowImport: true }));
    const { out, caught } = collect();
    sendFrames(0, 120);
    await out.reach(120);
    send('', { export: true });
    const [{ payload: state }] = (await out.reach(121)).slice(120);
    send('', { fit: ENDLESS });
    send('', { fit: ENDLESS });
    assert.match(
      messagesOf(await caught.reach(1))[0],
      /The fit: expected to run to its end, got another fit\. /,
    );
    send('', { import: state });
    assert.match(messagesOf(await caught.reach(2))[1], /got a message with import/);
    sendFrames(120, 230);
    await out.reach(231);
    send('', { fit: ENDLESS });
    send('', { reset: true });
    assert.match(
      messagesOf(await caught.reach(3))[2],
      /got a message with reset\. Nothing of it was taken over\.$/,
    );
  });

  it('is stopped when its model is put away, with an error, and its thread ends', async () => {
    const keyed = { ...periodic, keyProperty: 'site', maxModels: 1 };
    await startFlow(filterFlow(keyed), new SlowStore().settings);
    const { out, caught, completed } = collect();
    sendFrames(0, 120, { site: 'north' });
    await out.reach(120);
    const started = once(process, 'worker') as Promise<[Worker]>;
    send('', { _msgid: 'asked', fit: ENDLESS, site: 'north' });
    const [worker] = await started;
    const ended = once(worker, 'exit');
    sendFrames(0, 1, { site: 'south' });
    const [error] = await caught.reach(1);
    await ended;
    assert.equal(error._msgid, 'asked');
    assert.match(messagesOf([error])[0], /The fit: expected to run to its end, got its model put away\. /);
    sendFrames(120, 121, { site: 'north' });
    const [, back] = (await out.reach(122)).slice(120);
    assert.equal((back.psmf?.filter as FilterBlock).seq, 121);
    await completed.reach(122);
    assert.deepEqual([caught.messages.length, completed.messages.length], [1, 122]);
  });

  it('is stopped by a deploy, and nothing is left of it', async () => {
    const store = new SlowStore();
    await startFlow(filterFlow(periodic), store.settings);
    const { out, caught } = collect();
    sendFrames(0, 120);
    await out.reach(120);
    send('', { fit: ENDLESS });
    await helper.unload();
    await startFlow(filterFlow(periodic), store.settings);
    assert.deepEqual([caught.messages, logged('error')], [[], []]);
    const after = collect();
    sendFrames(120, 121);
    assert.equal(((await after.out.reach(1))[0].psmf?.filter as FilterBlock).seq, 121);
  });

  it('survives a restart once it is there', async () => {
    const store = new SlowStore();
    await startFlow(filterFlow(periodic), store.settings);
    const { out } = collect();
    sendFrames(0, 150);
    await out.reach(150);
    send('', { fit: { restarts: 2, passes: 10 } });
    await out.reach(151);
    await helper.unload();
    await startFlow(filterFlow(periodic), store.settings);
    const after = collect();
    sendFrames(150, 151);
    await after.out.reach(1);
    assert.deepEqual(logged('warn'), []);
    send('', { fit: true });
    const [error] = messagesOf(await after.caught.reach(1));
    assert.match(
      error,
      /The frames to fit: expected at least 100 since the model was started or loaded, got 1\. /,
    );
  });

  for (const [settings, fit, sentence] of [
    [
      periodic,
      true,
      /The frames to fit: expected at least 100 since the model was started or loaded, got 50\. /,
    ],
    [periodic, { restarts: 0 }, /fit\.restarts: expected a whole number from 1 to 1000, got 0\. /],
    [periodic, { passes: 1.5 }, /fit\.passes: expected a whole number from 1 to 10000, got 1\.5\. /],
    [
      periodic,
      { restart: 2 },
      /The options of fit: expected an object with restarts, passes or both, got "restart"\. Give only these/,
    ],
    [periodic, { restarts: 2, Passes: 3 }, /The options of fit: .* restarts, passes .*, got "Passes"\. /],
    [periodic, new Date(START), /The options of fit: .* restarts, passes .*, got an object of type Date\. /],
    [periodic, new Map([['restarts', 2]]), /The options of fit: .*, got an object of type Map\. /],
    [periodic, Buffer.from('2'), /The options of fit: .*, got an object of type Uint8Array\. /],
    [{}, true, /The dynamics to fit: expected periodic, fourier or affine, got the adaptive model\. /],
    [{ ...periodic, dynamics: 'seasonal' }, true, /The dynamics to fit: .*, got seasonal\. /],
  ] as const) {
    it(`refuses ${inspect(fit)} with a reason, by ${JSON.stringify(settings)}`, async () => {
      await startFlow(filterFlow(settings));
      const { out, caught } = collect();
      sendFrames(0, 50);
      await out.reach(50);
      send('', { fit });
      assert.match(messagesOf(await caught.reach(1))[0], sentence);
      sendFrames(50, 51);
      assert.equal(((await out.reach(51))[50].psmf?.filter as FilterBlock).seq, 51);
    });
  }

  it('is no control message for other values, nor for other nodes; these pass its report on', async () => {
    const [tab, node, ...rest] = filterFlow(periodic);
    const next = place({ id: 'next', type: 'psmf-impute', wires: [['out'], []] });
    await startFlow([tab, { ...node, wires: [['next']] }, next, ...rest]);
    const out = new Collector('out');
    for (const fit of ['yes', 1, false, null, [1]]) {
      send({ temperature: 20 }, { fit });
    }
    sendFrames(0, 120);
    const [first] = await out.reach(125);
    assert.deepEqual(Object.keys(first.psmf ?? {}), ['filter', 'impute']);
    send('', { fit: { restarts: 1, passes: 2 } });
    const report = (await out.reach(126))[125];
    assert.equal((report.payload as Report).format, 'psmf-fit');
    assert.equal(report.psmf, undefined);
  });
});

describe('a fit in a thread of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psmf-fit-'));
  after(() => rmSync(folder, { recursive: true }));
  const run = async (source: string): Promise<{ error: Error | null; moves: number }> => {
    const file = join(folder, 'worker.js');
    writeFileSync(file, source);
    let moves = 0;
    const jobs = new FitJobs(() => (moves += 1), file);
    const error = await new Promise<Error | null>((resolve) =>
      jobs.start({}, { frames: [] } as unknown as FitProblem, resolve),
    );
    assert.equal(jobs.progress, null);
    return { error, moves };
  };

  for (const [what, source, sentence] of [
    ['throws', `throw new Error('no such thing');`, /no such thing/],
    ['cannot be read', `this is no script`, /Unexpected identifier|SyntaxError/],
    ['stops', `process.exit(3);`, /The fit stopped early, with exit code 3\./],
    ['ends without a word', ``, /The fit stopped early, with exit code 0\./],
    ['rejects', `Promise.reject(new Error('later'));`, /later/],
  ] as const) {
    it(`tells of a worker that ${what}`, async () => {
      const { error } = await run(source);
      assert.match(String(error), sentence);
    });
  }

  it('tells of a worker that is not there', async () => {
    const jobs = new FitJobs(() => undefined, join(folder, 'nothing.js'));
    const problem = {} as FitProblem;
    const error = await new Promise<Error | null>((resolve) => jobs.start({}, problem, resolve));
    assert.match(String(error), /Cannot find module/);
  });

  it('tells of a problem that cannot be sent', async () => {
    const jobs = new FitJobs(() => undefined);
    const problem = { frames: [() => 1] } as unknown as FitProblem;
    const error = await new Promise<Error | null>((resolve) => jobs.start({}, problem, resolve));
    assert.match(String(error), /could not be cloned/);
  });

  it('says nothing of an end that comes with the node’s', async () => {
    const file = join(folder, 'endless.js');
    writeFileSync(
      file,
      `setInterval(() => require('node:worker_threads').parentPort.postMessage({ share: 0.5 }), 5);`,
    );
    const ends: unknown[] = [];
    await new Promise<void>((resolve) => {
      const jobs: FitJobs = new FitJobs(() => {
        if (jobs.progress !== 0.5) return;
        jobs.close();
        jobs.close();
        resolve();
      }, file);
      jobs.start({}, {} as FitProblem, (...end) => ends.push(end));
    });
    assert.deepEqual(ends, [[null, undefined]]);
  });
});
