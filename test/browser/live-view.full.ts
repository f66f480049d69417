import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { measureContrasts } from './contrast';
import type { EditorPage } from './editor-page';
import { liveFlow, MARKUP, Plant } from './live-flow';
import { colorSchemes, nodeRedVersion, Session } from './session';

const LANGUAGES = ['en-US', 'de', 'ja'];

const labelsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`nodes/view/editor/labels/${language}.json`, 'utf8')) as Record<string, string>;

const rowOf = (editor: EditorPage, name: string): Locator =>
  editor.page.locator(`.psmf-host .psmf-row[data-sensor=${JSON.stringify(name)}]`);

describe(`the live view in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  let editor: EditorPage;
  let plant: Plant;
  before(async () => {
    session = await Session.start();
    editor = await session.openFlow(liveFlow());
  });
  after(() => session.stop());
  // One editor for all tests: what a model has learned, and what the view was asked to show, begins anew.
  beforeEach(async () => {
    plant = new Plant(session.red);
    for (const node of ['psmf-impute/n1', 'psmf-changepoint/n2'])
      await session.red.post(`/psmf/${node}/ask`, { command: 'reset', key: '' });
    editor.problems.length = 0;
    await editor.ask('RED.sidebar.show("info")');
  });
  /** The tab, on the sensors of psmf-impute. */
  const showTab = async (page = editor): Promise<void> => {
    await page.ask('RED.sidebar.show("psmf")');
    await page.page.locator('.psmf-host .psmf-choice').selectOption('n1');
    await page.page.locator('.psmf-host .psmf-tab').first().click();
    const close = page.page.locator('.psmf-host .psmf-detail button', { hasText: labelsOf('en-US').close });
    if (await close.isVisible()) await close.click();
  };

  it('shows the sensors of a running flow within two seconds, what came before the tab was opened included', async () => {
    await plant.run(250);
    await showTab();
    await rowOf(editor, 'inlet').waitFor({ timeout: 2000 });
    assert.equal(await rowOf(editor, 'inlet').getAttribute('data-state'), 'live');
    assert.equal(await editor.page.locator('.psmf-host .psmf-row').count(), 6);
    assert.match(await rowOf(editor, 'inlet').locator('.psmf-value').innerText(), /^\d+\.\d{1,2}$/);
    assert.ok((await rowOf(editor, 'inlet').locator('canvas').count()) === 1);
    await editor.page.waitForTimeout(300);
    await editor.picture('live-view');
    assert.deepEqual(editor.problems, []);
  });

  it('follows a sensor that falls silent and one that comes back', async () => {
    await plant.run(200);
    await showTab();
    await rowOf(editor, 'outlet').waitFor();
    await plant.run(30, (frame) => delete frame.outlet);
    await editor.page
      .locator('.psmf-host .psmf-row[data-sensor="outlet"][data-state="silent"]')
      .waitFor({ timeout: 2000 });
    await rowOf(editor, 'outlet').click();
    await editor.page.locator('.psmf-detail canvas').waitFor();
    await editor.page.waitForTimeout(500);
    await editor.picture('live-view-silent');
    await editor.page.locator('.psmf-tab').nth(1).click();
    await editor.page.getByText(/outlet is silent/).waitFor();
    await editor.page.locator('.psmf-tab').nth(2).click();
    await editor.page.locator('.psmf-matrix td').first().waitFor();
    await editor.picture('live-view-together');
    await editor.page.locator('.psmf-tab').nth(0).click();
    await plant.run(3);
    await editor.page
      .locator('.psmf-host .psmf-row[data-sensor="outlet"][data-state="live"]')
      .waitFor({ timeout: 2000 });
    assert.deepEqual(editor.problems, []);
  });

  it('finds a sensor among many, in one line', async () => {
    await plant.run(60, (frame, t) => {
      for (let i = 0; i < 10; i++) frame[`tank ${i}`] = i + Math.sin(t / 9);
    });
    await showTab();
    const search = editor.page.locator('.psmf-host .psmf-search');
    await search.waitFor();
    const box = await search.boundingBox();
    assert.ok(box !== null && box.height < 50, `the field is ${box?.height} pixels high`);
    await search.fill('tank 7');
    await rowOf(editor, 'inlet').waitFor({ state: 'detached', timeout: 2000 });
    assert.equal(await editor.page.locator('.psmf-host .psmf-row').count(), 1);
    await editor.picture('live-view-search');
    await search.fill('');
  });

  it('lists a change as it is found, and shows the score', async () => {
    await plant.run(700);
    await showTab();
    await editor.page.locator('.psmf-choice').selectOption('n2');
    await editor.page.locator('.psmf-facts', { hasText: labelsOf('en-US')['fact.score'] }).waitFor();
    await editor.page.locator('.psmf-tab').nth(1).click();
    await plant.run(120, (frame) => (frame.power += 60));
    await editor.page.locator('.psmf-news-changepoint').first().waitFor({ timeout: 5000 });
    assert.match(await editor.page.locator('.psmf-news-changepoint').first().innerText(), /power/);
    await editor.picture('live-view-change');
  });

  it('keeps a name that is markup as text', async () => {
    await plant.run(60);
    await showTab();
    await rowOf(editor, MARKUP).click();
    await editor.page.locator('.psmf-detail-name').waitFor();
    assert.equal(await editor.page.locator('.psmf-detail-name').innerText(), MARKUP);
    assert.equal(await editor.page.locator('.psmf-host img').count(), 0);
    await editor.picture('live-view-markup');
    assert.deepEqual(editor.problems, []);
  });

  it('exports, resets and imports a model, which is then bit for bit what it was', async () => {
    await plant.run(150);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    const labels = labelsOf('en-US');
    const press = (name: string): Promise<void> =>
      editor.page.locator('.psmf-actions button', { hasText: labels[name] }).click();
    const confirm = (name: string): Promise<void> =>
      editor.page.locator('.red-ui-notification button', { hasText: labels[name] }).click();
    const ask = async (command: string): Promise<unknown> =>
      (await session.red.post('/psmf/psmf-impute/n1/ask', { command, key: '' })).json();
    const before = await ask('export');
    const [download] = await Promise.all([editor.page.waitForEvent('download'), press('export')]);
    await press('reset');
    await editor.picture('live-view-reset');
    await confirm('reset');
    await editor.page.getByText(labels['notice.waiting']).waitFor();
    await editor.page.locator('.psmf-actions input[type="file"]').setInputFiles(await download.path());
    await confirm('import');
    await editor.page.locator('.psmf-facts', { hasText: '150' }).waitFor();
    assert.deepEqual(await ask('export'), before);
  });

  it('forgets a sensor, which leaves the model and the next payload, and may come back', async () => {
    await plant.run(150);
    await showTab();
    await rowOf(editor, 'random').click();
    const labels = labelsOf('en-US');
    await editor.page.locator('.psmf-detail button', { hasText: labels.forget }).click();
    await editor.page.getByText('Forget the sensor random?').waitFor();
    await editor.picture('live-view-forget');
    await editor.page.locator('.red-ui-notification button', { hasText: labels.forget }).click();
    await rowOf(editor, 'random').waitFor({ state: 'detached', timeout: 2000 });
    assert.equal(await editor.page.locator('.psmf-host .psmf-row').count(), 5);
    const [frame] = await plant.run(1, (without) => delete without.random);
    assert.equal('random' in frame, false);
    await editor.page.locator('.psmf-facts', { hasText: '151' }).waitFor({ timeout: 3000 });
    await plant.run(1);
    await rowOf(editor, 'random').waitFor({ timeout: 2000 });
    assert.deepEqual(editor.problems, []);
  });

  it('gives a report of what the model has measured, as a page', async () => {
    for (let i = 0; i < 4; i++) await plant.run(500);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    const press = editor.page.locator('.psmf-buttons button', { hasText: labelsOf('en-US').report });
    const [download] = await Promise.all([editor.page.waitForEvent('download'), press.click()]);
    const page = readFileSync(await download.path(), 'utf8');
    assert.match(page, /ntervals held 9\d\.\d % of/);
    assert.match(page, /<th scope="row">inlet<\/th><td>if it dies, known to within ±/);
    assert.match(page, /<th scope="row">random<\/th><td>irreplaceable: it follows none of the others/);
    assert.ok(page.includes('&lt;img src=x') && !page.includes('<img'));
    assert.deepEqual(editor.problems, []);
  });

  it('pauses learning and goes on', async () => {
    await plant.run(100);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    const pause = editor.page.locator('.psmf-actions button').first();
    await pause.click();
    await editor.page.getByText(labelsOf('en-US')['warn.paused']).waitFor();
    await plant.run(10);
    await editor.page.locator('.psmf-facts', { hasText: '100' }).waitFor();
    await editor.picture('live-view-paused');
    await pause.click();
    await plant.run(10);
    await editor.page.locator('.psmf-facts', { hasText: '110' }).waitFor({ timeout: 3000 });
  });

  it('stands on top of the dialog, which offers the names that are learned', async () => {
    await plant.run(100);
    const dialog = await editor.openDialog('n1');
    await editor.page.locator('#dialog-form .psmf-row').first().waitFor();
    const needed = editor.page.locator('.form-row', { has: dialog.field('needed') });
    await needed.locator('.psmf-learned a').nth(5).waitFor();
    assert.deepEqual(await needed.locator('.psmf-learned a').allInnerTexts(), [
      MARKUP,
      ...['flow', 'inlet', 'outlet', 'power', 'random'],
    ]);
    for (const name of ['inlet', 'power', 'inlet'])
      await needed.locator('.psmf-learned a', { hasText: name }).click();
    assert.equal(await dialog.field('needed').inputValue(), 'inlet, power');
    await editor.picture('live-view-suggestions');
    await editor.page.locator('#psmf-live').scrollIntoViewIfNeeded();
    await editor.picture('live-view-dialog');
    await dialog.cancel();
    assert.deepEqual(editor.problems, []);
  });

  it('shows what no plant sends, and a sensor under another name', async () => {
    await plant.run(100);
    await showTab();
    await rowOf(editor, 'power').click();
    await plant.run(30, (frame) => {
      frame.power = frame.power > 122 ? 1e300 : -1e300;
      frame['inlet 2'] = frame.inlet;
      delete frame.inlet;
    });
    await editor.page.locator('.psmf-row[data-sensor="inlet"][data-state="silent"]').waitFor();
    await rowOf(editor, 'inlet 2').waitFor();
    await editor.page.locator('.psmf-facts', { hasText: '130' }).waitFor();
    await editor.page.locator('.psmf-detail canvas').waitFor();
    await editor.picture('live-view-1e300');
    assert.deepEqual(editor.problems, []);
  });

  it('says how old what it shows is after a sleep of an hour, and goes on', async () => {
    await plant.run(100);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    await editor.page.clock.install();
    await editor.page.clock.fastForward('01:00:00');
    await plant.run(600);
    await editor.page.locator('.psmf-facts', { hasText: '700' }).waitFor({ timeout: 5000 });
    assert.match(await editor.page.locator('.psmf-age').innerText(), /^As of \d\d:\d\d:\d\d/);
    assert.doesNotMatch(
      await editor.page.locator('.psmf-host .psmf-seen').first().innerText(),
      /\d (h|min) ago/,
    );
    await editor.page.clock.resume();
    assert.deepEqual(editor.problems, []);
  });

  for (const language of LANGUAGES) {
    it(`speaks ${language}`, async () => {
      await plant.run(100);
      const other = language === 'en-US' ? editor : await session.open({ language });
      await showTab(other);
      await rowOf(other, 'inlet').waitFor();
      const labels = labelsOf(language);
      const text = await other.page.locator('.psmf-host').innerText();
      for (const key of ['sensors', 'changes', 'together', 'pause', 'export', 'fact.frames'])
        assert.ok(text.includes(labels[key]), labels[key]);
      assert.doesNotMatch(text, /\b(fact|state|label|seen|predict|phase|warn|kind)\.\w/);
      await other.picture(`live-view-${language}`);
      if (other !== editor) await other.close();
    });
  }

  for (const colorScheme of colorSchemes) {
    it(`can be read in the ${colorScheme} theme: every text by WCAG AA`, async () => {
      await plant.run(200);
      await plant.run(10, (frame) => delete frame.flow);
      const other = colorScheme === 'light' ? editor : await session.open({ colorScheme });
      await showTab(other);
      await rowOf(other, 'flow').click();
      await other.page.locator('.psmf-detail canvas').waitFor();
      await other.picture(`live-view-${colorScheme}`);
      for (const page of [0, 1, 2]) {
        await other.page.locator('.psmf-host .psmf-tab').nth(page).click();
        await other.page.locator(['.psmf-row', '.psmf-news', '.psmf-matrix td'][page]).first().waitFor();
        const measured = await measureContrasts(other.page, '.psmf-host');
        assert.ok(measured.length > 20, `${measured.length}`);
        assert.deepEqual(
          measured.filter(({ contrast }) => contrast < 4.5),
          [],
        );
      }
      if (other !== editor) await other.close();
    });
  }

  it('says so when the node is deleted, disabled or of another type, and recovers when it is back', async () => {
    await plant.run(100);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    const notice = editor.page.getByText(labelsOf('en-US')['notice.not-running']);
    const withNode = (change: object): object[] =>
      liveFlow().map((node) => ((node as { id: string }).id === 'n1' ? { ...node, ...change } : node));
    for (const flow of [
      [{ id: 'tab', type: 'tab', label: 'plant' }],
      withNode({ d: true }),
      withNode({ type: 'psmf-filter' }),
    ]) {
      await session.red.deploy(flow);
      await notice.waitFor({ timeout: 5000 });
      await session.red.deploy(liveFlow());
      await plant.run(5);
      await rowOf(editor, 'inlet').waitFor({ timeout: 5000 });
      assert.equal(await notice.isVisible(), false);
    }
  });

  it('says so while Node-RED is away, and recovers when it is back', async () => {
    await plant.run(100);
    await showTab();
    await rowOf(editor, 'inlet').waitFor();
    const notice = editor.page.locator('.psmf-host .psmf-notice');
    await session.restart(() =>
      notice.filter({ hasText: labelsOf('en-US')['notice.no-connection'] }).waitFor({ timeout: 10_000 }),
    );
    await new Plant(session.red).run(5);
    await rowOf(editor, 'inlet').waitFor({ timeout: 10_000 });
    await notice.waitFor({ state: 'hidden', timeout: 10_000 });
  });
});
