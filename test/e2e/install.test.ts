import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packageJson, ROOT } from '../package-root';
import { simulateFrames } from '../frame/simulation';
import { NodeRed } from './node-red';
import { createUserDir, removeUserDir, type Tarball } from './packed';

const TYPES = Object.keys(packageJson['node-red'].nodes);
const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
/** POST /frame answers with the whole of what the node made of the frame. */
const createFlow = (filter: { readonly id: string; readonly [setting: string]: string }): object[] => [
  { id: 'tab', type: 'tab', label: 'test' },
  place({ id: 'in', type: 'http in', url: '/frame', method: 'post', wires: [[filter.id]] }),
  place({ ...filter, type: 'psmf-filter', wires: [['pick']] }),
  place({
    id: 'pick',
    type: 'function',
    func: 'msg.payload = { payload: msg.payload, filter: msg.psmf?.filter }; return msg;',
    outputs: 1,
    wires: [['answer']],
  }),
  place({ id: 'answer', type: 'http response', wires: [] }),
];
/** The same with a model that has something to fit, and POST /fit, which asks for it. */
const fitFlow = [
  ...createFlow({ id: 'fitted', model: 'rpsmf', dynamics: 'periodic' }),
  place({ id: 'fit', type: 'http in', url: '/fit', method: 'post', wires: [['ask']] }),
  place({
    id: 'ask',
    type: 'function',
    func: 'msg.fit = msg.payload; return msg;',
    outputs: 1,
    wires: [['fitted']],
  }),
];

interface Answer {
  readonly payload: Readonly<Record<string, number>>;
  readonly filter: { readonly seq: number; readonly phase: string };
}

describe('the packed package in a real Node-RED', function () {
  this.timeout(110_000);
  let userDir = '';
  let tarball: Tarball;
  let red: NodeRed;
  const frames = simulateFrames(1001, 8);
  const ask = async (frame: object): Promise<Answer> =>
    (await (await red.post('/frame', frame)).json()) as Answer;

  before(async () => {
    ({ userDir, tarball } = await createUserDir());
    red = await NodeRed.start(userDir);
  });
  after(async () => {
    await red.stop();
    await removeUserDir(userDir);
  });

  it('is small and holds what is needed, no more', () => {
    const paths = tarball.files.map(({ path }) => path);
    assert.ok(tarball.size <= 450_000, `${tarball.size} bytes`);
    const needed = [
      ...['package.json', 'LICENSE', packageJson.main, packageJson.types],
      ...TYPES.flatMap((type) => [
        ...['js', 'html'].map((ending) => `lib/nodes/${type}.${ending}`),
        `examples/${type}.json`,
        `lib/nodes/icons/${type}.svg`,
        ...['en-US', 'de', 'ja'].flatMap((language) =>
          ['json', 'html'].map((ending) => `lib/nodes/locales/${language}/${type}.${ending}`),
        ),
      ]),
    ];
    assert.deepEqual(
      needed.filter((path) => !paths.includes(path)),
      [],
    );
    assert.deepEqual(
      paths.filter((path) => /test|bench|nodes\/form|\.map$|(?<!\.d)\.ts$/.test(path)),
      [],
    );
  });

  it('describes its types in one file, which needs no other', () => {
    const declarations = tarball.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
    assert.deepEqual(declarations, [packageJson.types]);
    assert.doesNotMatch(readFileSync(`${ROOT}/${packageJson.types}`, 'utf8'), /from ['"]\./);
  });

  it('loads without a warning', async () => {
    const sets = (await (await red.get('/nodes')).json()) as {
      module: string;
      types: string[];
      err?: string;
    }[];
    const own = sets.filter(({ module }) => module === packageJson.name);
    assert.deepEqual(
      own.flatMap(({ types, err }) => (err === undefined ? types : [err])),
      Object.keys(packageJson['node-red'].nodes),
    );
    assert.deepEqual(red.warnings, []);
  });

  it('serves the editor its form, icon, labels, help and example', async () => {
    const text = async (path: string, accept?: string): Promise<string> => {
      const response = await red.get(path, accept);
      assert.equal(response.status, 200, path);
      return response.text();
    };
    const forms = await text('/nodes', 'text/html');
    for (const type of TYPES) {
      assert.match(forms, new RegExp(`registerType\\('${type}'`));
      assert.match(forms, new RegExp(`data-help-name="${type}"`));
      assert.match(await text(`/icons/${packageJson.name}/${type}.svg`, 'image/svg+xml'), /<svg/);
      assert.match(await text(`/locales/${packageJson.name}/${type}?lng=de`), /Was hereinkommt/);
      const example = await text(`/library/examples/flows/${packageJson.name}/${type}`);
      assert.match(example, new RegExp(`${type} example`));
    }
  });

  it('answers 1,000 frames with 1,000 frames', async () => {
    await red.deploy(createFlow({ id: 'filter' }));
    for (const [t, frame] of frames.slice(0, 1000).entries()) {
      const { payload, filter } = await ask(frame);
      assert.equal(filter.seq, t + 1);
      assert.deepEqual(Object.keys(payload), Object.keys(frame));
      assert.ok(Object.values(payload).every(Number.isFinite));
    }
  });

  it('goes on where it was after a restart', async () => {
    await red.stop();
    red = await NodeRed.start(userDir);
    const { filter } = await ask(frames[1000]);
    assert.deepEqual([filter.seq, filter.phase], [1001, 'ready']);
    assert.deepEqual(red.warnings, []);
  });

  it('fits in a thread of its own', async () => {
    await red.deploy(fitFlow);
    for (const frame of frames.slice(0, 100)) await ask(frame);
    const { payload } = (await (await red.post('/fit', { restarts: 2, passes: 3 })).json()) as {
      payload: { format: string; frames: number; failed: number };
    };
    assert.deepEqual([payload.format, payload.frames, payload.failed], ['psmf-fit', 100, 0]);
    assert.deepEqual(red.warnings, []);
  });

  it('runs the example', async () => {
    const example = JSON.parse(readFileSync(`${ROOT}/examples/psmf-filter.json`, 'utf8')) as {
      type: string;
    }[];
    const from = red.log.length;
    await red.deploy(example.map((node) => (node.type === 'debug' ? { ...node, console: true } : node)));
    await red.reachLog('phase', from);
    assert.deepEqual(red.warnings, []);
    assert.match(red.log.slice(from), /raw[\s\S]*inlet[\s\S]*psmf[\s\S]*filter/);
  });

  it('warns where another Node-RED keeps its state in the same user directory', async () => {
    const second = await NodeRed.start(userDir);
    await second.stop();
    assert.match(second.log, /\[warn\] \[psmf-filter:.*Another Node-RED, process \d+, keeps its state in/);
  });
});
