import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import type { EditorPage } from './editor-page';
import { nodeRedVersion, Session } from './session';

const labels = JSON.parse(readFileSync('nodes/view/editor/labels/en-US.json', 'utf8')) as Record<
  string,
  string
>;

/** Names that are long, that turn the direction of writing, and that hold what cannot be seen. */
const NAMES = ['x'.repeat(256), 'מפלס\u202emirror', 'line\nbreak\u0000\u0007', '日本 °C "quoted" \'\\'];

/** psmf-impute by key on a flow of its own, twice in a subflow, in a group, and on a flow that is disabled. */
const flow = [
  { id: 'tab', type: 'tab', label: 'sites' },
  { id: 'in', type: 'http in', z: 'tab', url: '/sites', method: 'post', x: 100, y: 80, wires: [['n1']] },
  {
    ...{ id: 'n1', type: 'psmf-impute', z: 'tab', g: 'group', name: 'sites', keyProperty: 'payload.site' },
    ...{ configVersion: 2, x: 260, y: 80, wires: [['out'], []] },
  },
  { id: 'out', type: 'http response', z: 'tab', x: 420, y: 80, wires: [] },
  {
    ...{ id: 'group', type: 'group', z: 'tab', name: 'group', style: {}, nodes: ['n1'] },
    ...{ x: 180, y: 40, w: 160, h: 80 },
  },
  {
    ...{ id: 'sub', type: 'subflow', name: 'heal', info: '', category: '', env: [], color: '#DDAA99' },
    in: [{ x: 40, y: 40, wires: [{ id: 'inner' }] }],
    out: [{ x: 400, y: 40, wires: [{ id: 'inner', port: 0 }] }],
  },
  { id: 'inner', type: 'psmf-impute', z: 'sub', name: 'within', x: 200, y: 40, wires: [[], []] },
  { id: 'in2', type: 'http in', z: 'tab', url: '/sub', method: 'post', x: 100, y: 200, wires: [['use1']] },
  { id: 'use1', type: 'subflow:sub', z: 'tab', name: 'line 1', x: 260, y: 200, wires: [['out']] },
  { id: 'use2', type: 'subflow:sub', z: 'tab', name: '', x: 260, y: 260, wires: [['out']] },
  { id: 'off', type: 'tab', label: 'off', disabled: true },
  { id: 'n3', type: 'psmf-impute', z: 'off', name: 'asleep', x: 260, y: 80, wires: [[], []] },
];

describe(`the live view of keys, subflows and odd names in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  let editor: EditorPage;
  let t = 0;
  before(async () => {
    session = await Session.start();
    editor = await session.openFlow(flow);
    await editor.ask('RED.sidebar.show("psmf")');
  });
  after(() => session.stop());
  beforeEach(() => (editor.problems.length = 0));

  const feed = async (path: string, count: number, more: object = {}): Promise<void> => {
    for (let i = 0; i < count; i++) {
      t += 1;
      const load = Math.sin(t / 9);
      const odd = Object.fromEntries(NAMES.map((name, j) => [name, Number((j + load).toFixed(3))]));
      const frame = { a: 20 + load, b: 5 - 2 * load, ...odd, ...more, timestamp: 1.7e12 + 1000 * t };
      assert.ok((await session.red.post(path, frame)).ok);
    }
  };
  const feedSites = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) for (const site of ['north', 'south']) await feed('/sites', 1, { site });
  };
  const rowOf = (page: EditorPage, name: string): Locator =>
    page.page.locator(`.psmf-host .psmf-row[data-sensor=${JSON.stringify(name)}]`);
  const fact = (page: EditorPage, text: string): Locator =>
    page.page.locator('.psmf-host .psmf-facts > div', { hasText: text });
  const noticeOf = (page: EditorPage): Locator => page.page.locator('.psmf-host .psmf-notice');
  const pick = async (page: EditorPage, key: string): Promise<void> => {
    await page.page.locator('.psmf-host .psmf-key').fill(key);
    await page.page.locator('.psmf-host .psmf-key').press('Enter');
  };
  const confirm = (name: string): Promise<void> =>
    editor.page.locator('.red-ui-notification button', { hasText: labels[name] }).click();

  it('lists the nodes that run: in a group, once for each use of a subflow, none of a disabled flow', async () => {
    await editor.page.locator('.psmf-choice option').nth(2).waitFor({ state: 'attached' });
    assert.deepEqual(await editor.page.locator('.psmf-choice option').allInnerTexts(), [
      'sites',
      'line 1 / within',
      'heal / within',
    ]);
    await feed('/sub', 30);
    await editor.page.locator('.psmf-choice').selectOption('line 1 / within');
    await rowOf(editor, 'a').waitFor({ timeout: 5000 });
    await fact(editor, '30').waitFor();
    await editor.page.locator('.psmf-choice').selectOption('heal / within');
    await noticeOf(editor).filter({ hasText: labels['notice.waiting'] }).waitFor();
    await editor.page.locator('.psmf-choice').selectOption('sites');
    assert.deepEqual(editor.problems, []);
  });

  it('shows two pages two keys of a node, side by side', async () => {
    await feedSites(30);
    const other = await session.open();
    await other.ask('RED.sidebar.show("psmf")');
    for (const [page, key] of [
      [editor, 'north'],
      [other, 'south'],
    ] as const) {
      await page.page.locator('.psmf-choice').selectOption('sites');
      await pick(page, key);
      await rowOf(page, 'a').waitFor();
      await rowOf(page, 'a').click();
    }
    await feedSites(60);
    for (const page of [editor, other]) {
      await fact(page, '90').waitFor({ timeout: 5000 });
      await page.page.locator('.psmf-detail-words', { hasText: 'filled to within' }).waitFor();
    }
    await other.picture('live-view-two-keys');
    await rowOf(other, 'a').click();
    await other.close();
    assert.deepEqual(editor.problems, []);
  });

  it('says so when there is no model of a key, and comes back with an empty field', async () => {
    await pick(editor, 'nowhere');
    await noticeOf(editor).filter({ hasText: labels['notice.no-such-key'] }).waitFor();
    assert.equal(await editor.page.locator('.psmf-host .psmf-actions').isVisible(), false);
    assert.ok(await editor.page.locator('.psmf-host .psmf-key').isVisible());
    await pick(editor, '');
    await rowOf(editor, 'a').waitFor();
    await noticeOf(editor).waitFor({ state: 'hidden' });
  });

  it('asks by the key what it is about to do, and does it to that model alone', async () => {
    await pick(editor, 'south');
    await rowOf(editor, 'a').waitFor();
    await editor.page.locator('.psmf-actions button', { hasText: labels.reset }).click();
    await editor.page.getByText('Forget everything that sites (south) has learned?').waitFor();
    await editor.picture('live-view-reset-key');
    await confirm('reset');
    await noticeOf(editor).filter({ hasText: labels['notice.waiting'] }).waitFor();
    await pick(editor, 'north');
    await fact(editor, '90').waitFor();
  });

  it('refuses files that are no export: cut short, foreign, empty, too large', async () => {
    const choose = (name: string, text: string): Promise<void> =>
      editor.page
        .locator('.psmf-actions input[type="file"]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const said = editor.page.locator('.red-ui-notification-error');
    for (const [name, text] of [
      ['cut.json', '{"format":"psmf-state","da'],
      ['empty.json', ''],
    ]) {
      await choose(name, text);
      await said.filter({ hasText: `${name} is not a file that was exported here.` }).waitFor();
    }
    await choose('foreign.json', '[{"id":"1","type":"tab"}]');
    await confirm('import');
    await said.filter({ hasText: 'Not done.' }).waitFor();
    await choose('large.json', JSON.stringify({ format: 'x', data: 'x'.repeat(8e6) }));
    await confirm('import');
    await said.filter({ hasText: labels['error.too-large'] }).waitFor();
    await editor.picture('live-view-bad-files');
    await fact(editor, '90').waitFor();
  });

  it('shows odd names as they are, in a narrow sidebar and by keyboard alone', async () => {
    await feedSites(25);
    await editor.page.locator('.psmf-choice').selectOption('sites');
    await rowOf(editor, 'a').waitFor();
    const shown = await editor.ask<string[]>(
      `[...document.querySelectorAll('.psmf-host .psmf-row')].map(({ dataset }) => dataset.sensor)`,
    );
    assert.deepEqual([...shown].sort(), ['a', 'b', ...NAMES].sort());
    const seen = rowOf(editor, 'a').locator('.psmf-seen');
    assert.match(await seen.innerText(), /^\d+ d ago$/, 'a day long past, in few letters');
    assert.match((await seen.getAttribute('title')) ?? '', /2023.* \d\d:\d\d:\d\d/);
    await editor.page.locator('.psmf-host .psmf-table').focus();
    for (let i = 0; i < 3; i++) await editor.page.keyboard.press('ArrowDown');
    await editor.page.locator('.psmf-detail canvas').waitFor();
    await editor.page.waitForTimeout(500);
    await editor.picture('live-view-odd-names');
    await editor.page.keyboard.press('Escape');
    await editor.page.locator('.psmf-host .psmf-detail').waitFor({ state: 'hidden' });
    const [wide, held] = await editor.ask<[number, number]>(
      `(() => { const { scrollWidth, clientWidth } = document.querySelector('.psmf-host'); return [scrollWidth, clientWidth]; })()`,
    );
    assert.ok(wide <= held, `${wide} in ${held} pixels`);
    await editor.page.locator('.psmf-tab').nth(2).click();
    await editor.page.locator('.psmf-matrix td').first().waitFor();
    await editor.picture('live-view-odd-matrix');
    await editor.page.locator('.psmf-tab').nth(0).click();
  });
});
