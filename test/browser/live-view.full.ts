import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import type { EditorPage } from './editor-page';
import { liveFlow, MARKUP, Plant } from './live-flow';
import { colorSchemes, nodeRedVersion, Session } from './session';

const LANGUAGES = ['en-US', 'de', 'ja'];

const labelsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`nodes/view/editor/labels/${language}.json`, 'utf8')) as Record<string, string>;

const rowOf = (editor: EditorPage, name: string): Locator =>
  editor.page.locator(`.psmf-host .psmf-row[data-sensor=${JSON.stringify(name)}]`);

const showTab = (editor: EditorPage): Promise<void> => editor.ask('RED.sidebar.show("psmf")');

describe(`the live view in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  let plant: Plant;
  before(async () => {
    session = await Session.start();
  });
  after(() => session.stop());
  beforeEach(async () => {
    await session.red.deploy(liveFlow());
    plant = new Plant(session.red);
    await session.red.post('/psmf/psmf-impute/n1/ask', { command: 'reset', key: '' });
    await session.red.post('/psmf/psmf-changepoint/n2/ask', { command: 'reset', key: '' });
  });
  afterEach(() => session.closePages());

  it('shows the sensors of a running flow within two seconds, what came before the tab was opened included', async () => {
    await plant.run(250);
    const editor = await session.open();
    await showTab(editor);
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
    const editor = await session.open();
    await showTab(editor);
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
    const editor = await session.open();
    await showTab(editor);
    const search = editor.page.locator('.psmf-host .psmf-search');
    await search.waitFor();
    const box = await search.boundingBox();
    assert.ok(box !== null && box.height < 50, `the field is ${box?.height} pixels high`);
    await search.fill('tank 7');
    await rowOf(editor, 'inlet').waitFor({ state: 'detached', timeout: 2000 });
    assert.equal(await editor.page.locator('.psmf-host .psmf-row').count(), 1);
    await editor.picture('live-view-search');
  });

  it('lists a change as it is found, and shows the score', async () => {
    await plant.run(700);
    const editor = await session.open();
    await showTab(editor);
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
    const editor = await session.open();
    await showTab(editor);
    await rowOf(editor, MARKUP).click();
    await editor.page.locator('.psmf-detail-name').waitFor();
    assert.equal(await editor.page.locator('.psmf-detail-name').innerText(), MARKUP);
    assert.equal(await editor.page.locator('.psmf-host img').count(), 0);
    await editor.picture('live-view-markup');
    assert.deepEqual(editor.problems, []);
  });

  it('exports, resets and imports a model, which is then bit for bit what it was', async () => {
    await plant.run(150);
    const editor = await session.open();
    await showTab(editor);
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
    const editor = await session.open();
    await showTab(editor);
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
    const editor = await session.open({ language: 'de' });
    await showTab(editor);
    await rowOf(editor, 'inlet').waitFor();
    const press = editor.page.locator('.psmf-buttons button', { hasText: labelsOf('de').report });
    const [download] = await Promise.all([editor.page.waitForEvent('download'), press.click()]);
    const page = readFileSync(await download.path(), 'utf8');
    assert.match(page, /Die Intervalle enthielten 9\d\.\d % von/);
    assert.match(page, /<th scope="row">inlet<\/th><td>fällt er aus: bekannt auf ±/);
    assert.match(page, /<th scope="row">random<\/th><td>unersetzlich: er folgt keinem der anderen/);
    assert.ok(page.includes('&lt;img src=x') && !page.includes('<img'));
    await editor.page.setContent(page);
    await editor.picture('report');
    assert.deepEqual(editor.problems, []);
  });

  it('pauses learning and goes on', async () => {
    await plant.run(100);
    const editor = await session.open();
    await showTab(editor);
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

  it('stands on top of the dialog', async () => {
    await plant.run(100);
    const editor = await session.open();
    const dialog = await editor.openDialog('n1');
    await editor.page.locator('#dialog-form .psmf-row').first().waitFor();
    await editor.picture('live-view-dialog');
    await dialog.cancel();
    assert.deepEqual(editor.problems, []);
  });

  it('says so when the node is gone, and recovers when it is back', async () => {
    await plant.run(100);
    const editor = await session.open();
    await showTab(editor);
    await rowOf(editor, 'inlet').waitFor();
    const labels = labelsOf('en-US');
    await session.red.deploy([{ id: 'tab', type: 'tab', label: 'plant' }]);
    await editor.page.getByText(labels['notice.not-running']).waitFor({ timeout: 5000 });
    await session.red.deploy(liveFlow());
    await plant.run(5);
    await rowOf(editor, 'inlet').waitFor({ timeout: 5000 });
  });

  for (const language of LANGUAGES) {
    it(`speaks ${language}`, async () => {
      await plant.run(100);
      const editor = await session.open({ language });
      await showTab(editor);
      await rowOf(editor, 'inlet').waitFor();
      const labels = labelsOf(language);
      const text = await editor.page.locator('.psmf-host').innerText();
      for (const key of ['sensors', 'changes', 'together', 'pause', 'export', 'fact.frames'])
        assert.ok(text.includes(labels[key]), labels[key]);
      assert.doesNotMatch(text, /\b(fact|state|label|seen|predict|phase|warn)\.\w/);
      await editor.picture(`live-view-${language}`);
    });
  }

  for (const colorScheme of colorSchemes) {
    it(`can be read in the ${colorScheme} theme`, async () => {
      await plant.run(200);
      await plant.run(10, (frame) => delete frame.flow);
      const editor = await session.open({ colorScheme });
      await showTab(editor);
      await rowOf(editor, 'flow').click();
      await editor.page.locator('.psmf-detail canvas').waitFor();
      await editor.page.waitForTimeout(300);
      await editor.picture(`live-view-${colorScheme}`);
      for (const part of [
        '.psmf-name',
        '.psmf-about',
        '.psmf-value',
        '.psmf-facts dt',
        '.psmf-tab',
        '.psmf-detail-words',
      ]) {
        const contrast = await editor.contrastOf(`.psmf-host ${part}`);
        assert.ok(contrast >= 4.5, `${part}: ${contrast}`);
      }
    });
  }
});
