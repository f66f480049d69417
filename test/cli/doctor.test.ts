import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { hashKey } from '../../nodes/state/stored-index';
import { FilterModel, open, seal, type Envelope } from '../../src';
import { findFreePort, NodeRed } from '../e2e/node-red';
import { simulateFrames } from '../frame/simulation';
import { Folder, psmf } from './run';

/** The state of a model as a node keeps it. */
function keep(node: string, key = ''): Envelope {
  const model = new FilterModel();
  for (const [t, fields] of simulateFrames(50, 3).entries())
    model.learnOne({ fields, time: t, arrival: 1.7e12 });
  const snapshot = model.snapshot();
  assert.ok(snapshot);
  return seal({ ...snapshot, node, key, time: 49 });
}

describe('psmf doctor', () => {
  let folder: Folder;
  const write = (name: string, values: unknown): string => folder.write(name, JSON.stringify(values));
  const read = (name: string): Record<string, unknown> =>
    JSON.parse(folder.read(name)) as Record<string, unknown>;

  beforeEach(() => {
    folder = new Folder();
    for (const name of ['tab', 'global']) mkdirSync(folder.file(`context/${name}`), { recursive: true });
  });
  afterEach(() => folder.remove());

  it('finds nothing in sound files, also with --fix, and leaves them as they are', () => {
    const values = {
      other: { format: 'psmf' },
      psmf_a_b: keep('a.b'),
      [`psmf_a_b_${hashKey('site 1')}`]: keep('a.b', 'site 1'),
      psmf_a_b_index: { format: 'psmf-index', version: 1, hashes: [hashKey('site 1')] },
      psmf_a_b_damaged: 'kept from earlier',
      psmf_a_b_previous: keep('a.b'),
      [`psmf_a_b_${hashKey('site 1')}_previous`]: keep('a.b', 'site 1'),
      psmf_a_b_exchange: { format: 'psmf' },
      [`psmf_a_b_${hashKey('\ud800')}`]: keep('a.b', '\ud800'),
    };
    write('context/tab/flow.json', values);
    folder.write('context/global/global.json', '{}');
    for (const more of [[], ['--fix']]) {
      const { code, stdout } = psmf(['doctor', folder.path, ...more]);
      assert.deepEqual([code, stdout], [0, '2 context files, nothing damaged.\n']);
    }
    assert.equal(folder.read('context/tab/flow.json'), JSON.stringify(values));
  });

  it('finds nothing in a folder without context', () => {
    const empty = new Folder();
    assert.equal(psmf(['doctor', empty.path]).code, 0);
    empty.remove();
  });

  it('names a file that is not JSON, and puts it aside on --fix', () => {
    folder.write('context/tab/flow.json', '{"psmf_n1": {"format": "ps');
    write('context/tab/n1.json', null);
    write('context/global/global.json', { a: 1 });
    const looked = psmf(['doctor', folder.path]);
    assert.equal(looked.code, 1);
    assert.match(
      looked.stdout,
      /tab\/flow\.json: not JSON: .*\n.*n1\.json: JSON, but no object.*\n.*2 damaged/,
    );
    assert.deepEqual(readdirSync(folder.file('context/tab')).sort(), ['flow.json', 'n1.json']);
    const mended = psmf(['doctor', folder.path, '--fix']);
    assert.equal(mended.code, 1);
    const left = readdirSync(folder.file('context/tab'));
    assert.deepEqual(left.map((name) => name.replace(/-.*/, '')).sort(), [
      'flow.json.damaged',
      'n1.json.damaged',
    ]);
    assert.deepEqual(read('context/global/global.json'), { a: 1 });
    assert.equal(psmf(['doctor', folder.path]).code, 0);
  });

  it('names models that no node could go on from, and moves them to other keys on --fix', () => {
    const sound = keep('sound');
    const values = {
      psmf_sound: sound,
      psmf_bits: { ...keep('bits'), seq: 51 },
      psmf_version: { ...keep('version'), version: 9 },
      psmf_swapped: sound,
      psmf_half: { ...keep('half'), data: keep('half').data.slice(0, 800) },
      psmf_half_damaged: 'kept from earlier',
      psmf_0123456789abcdef: 7,
      psmf_1234567_89abcd_index: [],
      psmf_k_index: { format: 'psmf-index', hashes: ['../..'] },
      psmf_sound_previous: { ...sound, seq: 51 },
      other: 1,
    };
    write('context/tab/flow.json', values);
    const looked = psmf(['doctor', folder.path]);
    assert.equal(looked.code, 1);
    const named = ['bits', 'version', 'swapped', 'half', '0123456789abcdef', 'k_index'];
    for (const key of [...named, '1234567_89abcd_index', 'sound_previous'])
      assert.match(looked.stdout, new RegExp(`flow\\.json: psmf_${key}: .`));
    assert.match(looked.stdout, /1 context file, 8 damaged/);
    assert.deepEqual(read('context/tab/flow.json'), values);
    assert.equal(psmf(['doctor', folder.path, '--fix']).code, 1);
    const mended = read('context/tab/flow.json');
    assert.equal(open(mended.psmf_sound).seq, 50);
    assert.deepEqual(
      Object.keys(mended).sort(),
      [
        ...['other', 'psmf_bits_damaged', 'psmf_half_damaged', 'psmf_half_damaged_2', 'psmf_k_index_damaged'],
        ...['psmf_0123456789abcdef_damaged', 'psmf_1234567_89abcd_index_damaged', 'psmf_sound'],
        ...['psmf_sound_previous_damaged', 'psmf_swapped_damaged', 'psmf_version_damaged'],
      ].sort(),
    );
    assert.deepEqual(mended.psmf_half_damaged_2, values.psmf_half);
    assert.equal(mended.psmf_half_damaged, 'kept from earlier');
    assert.equal(psmf(['doctor', folder.path]).code, 0);
  });

  it("leaves a user's own keys alone that only begin like ours", () => {
    const values = { psmf_alarm: 7, psmf_last_index: [1, 2], psmf_notes: { format: 'csv' }, psmf_: null };
    write('context/tab/flow.json', values);
    const { code, stdout } = psmf(['doctor', folder.path, '--fix']);
    assert.deepEqual([code, stdout], [0, '1 context file, nothing damaged.\n']);
    assert.deepEqual(read('context/tab/flow.json'), values);
  });

  it('names an empty file, whose content is lost, and puts it aside on --fix', () => {
    folder.write('context/tab/flow.json', '');
    assert.match(psmf(['doctor', folder.path]).stdout, /flow\.json: empty: .*\n1 context file, 1 damaged/);
    assert.equal(psmf(['doctor', folder.path, '--fix']).code, 1);
    assert.match(readdirSync(folder.file('context/tab'))[0], /^flow\.json\.damaged-/);
    assert.equal(psmf(['doctor', folder.path]).code, 0);
  });

  it('says what is wrong with the command', () => {
    for (const args of [[], ['a', 'b'], ['--cure', 'a']]) assert.equal(psmf(['doctor', ...args]).code, 2);
    const missing = psmf(['doctor', folder.file('nowhere')]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /There is no folder ".*nowhere"/);
    assert.match(psmf(['doctor', '--help']).stdout, /^Usage: psmf doctor/);
  });

  it('makes a Node-RED start that did not', async function () {
    this.timeout(120_000);
    folder.write('context/tab/flow.json', '{"psmf_n1": {"format": "ps');
    folder.write('flows.json', JSON.stringify([{ id: 'tab', type: 'tab', label: 'test' }]));
    const port = await findFreePort();
    const settings = {
      uiHost: '127.0.0.1',
      uiPort: port,
      contextStorage: { default: 'file', file: { module: 'localfilesystem' } },
    };
    const file = folder.write('settings.js', `module.exports = ${JSON.stringify(settings)};`);
    const script = require.resolve('node-red/red.js');
    const child = spawn(process.execPath, [script, '--userDir', folder.path, '--settings', file]);
    let log = '';
    child.stdout.on('data', (text: Buffer) => (log += text.toString()));
    child.stderr.on('data', (text: Buffer) => (log += text.toString()));
    await once(child, 'exit');
    assert.match(log, /flow\.json/);
    assert.doesNotMatch(log, /Started flows/);
    assert.equal(psmf(['doctor', folder.path, '--fix']).code, 1);
    const red = await NodeRed.start(folder.path);
    await red.stop();
    assert.match(red.log, /Started flows/);
  });
});
