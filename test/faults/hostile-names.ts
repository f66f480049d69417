import assert from 'node:assert/strict';
import { createDashboard, DASHBOARD } from '../../demo/dashboard/example';
import { EditorPage, startBrowser } from '../browser/editor-page';
import { NodeRed } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { simulateFrames } from '../frame/simulation';
import { ROOT } from '../package-root';
import { pause, type Fault } from './fault';

const IMAGE = '<img src=x onerror="window.hit=1">';
const LONGEST = `${IMAGE}${'y'.repeat(10_000)}`;
/** As long as a sensor's name can be. */
const LONG = `${IMAGE}${'z'.repeat(256 - IMAGE.length)}`;
const FRAMES = 60;
const LONGEST_SHOWN = 250;

const place = (node: object): object => ({ z: 'tab', x: 200, y: 100, ...node });

/** POST /frame -> psmf-impute -> debug, and as chart points -> a chart of the dashboard. */
const flow = [
  { id: 'tab', type: 'tab', label: 'test' },
  ...createDashboard(ROOT).filter(({ type }) =>
    ['ui-base', 'ui-theme', 'ui-page', 'ui-group'].includes(type),
  ),
  place({ id: 'in', type: 'http in', url: '/frame', method: 'post', wires: [['impute', 'points', 'ok']] }),
  place({ id: 'ok', type: 'http response', wires: [] }),
  place({ id: 'impute', type: 'psmf-impute', x: 400, wires: [['debug'], ['debug']] }),
  place({
    id: 'configured',
    type: 'psmf-filter',
    x: 400,
    y: 200,
    sensors: `${LONG}\nb`,
    name: IMAGE,
    wires: [[]],
  }),
  place({ id: 'refused', type: 'psmf-filter', x: 400, y: 300, store: LONGEST, wires: [[]] }),
  place({
    id: 'points',
    type: 'psmf-impute',
    x: 400,
    y: 400,
    format: 'chart',
    detail: 'all',
    wires: [['chart'], []],
  }),
  place({ id: 'debug', type: 'debug', active: true, tosidebar: true, complete: 'true', x: 700, wires: [] }),
  place({
    ...{
      id: 'chart',
      type: 'ui-chart',
      group: DASHBOARD.group,
      name: 'chart',
      label: 'chart',
      chartType: 'line',
      x: 700,
      y: 400,
    },
    ...{ category: 'series', categoryType: 'property', xAxisProperty: 'x', xAxisPropertyType: 'property' },
    ...{
      xAxisType: 'time',
      yAxisProperty: 'y',
      yAxisPropertyType: 'property',
      showLegend: true,
      action: 'append',
    },
    ...{ width: 6, height: 8, order: 1, removeOlder: 1, removeOlderUnit: '3600', wires: [[]] },
  }),
];

/** No script of a name has run, and no element has been made of one. */
async function checkInert(page: EditorPage, where: string): Promise<void> {
  await pause(1500);
  assert.equal(await page.ask('window.hit ?? null'), null, `${where}: a name ran as a script`);
  assert.equal(
    await page.ask(`document.querySelectorAll('img[src="x"]').length`),
    0,
    `${where}: a name became an element`,
  );
}

async function feed(red: NodeRed): Promise<void> {
  for (const frame of simulateFrames(FRAMES, 2))
    await red.post('/frame', { ...frame, [LONG]: frame.s0, [LONGEST]: 1 });
  for (let i = 0; i < 8; i++) await red.post('/frame', { s0: 20 });
}

export const hostileNames: Fault = {
  name: 'hostile-names',
  title: '<img onerror> and 10 kB names in editor, status and dashboard, in Chromium',
  promise: 'inert, cut with an ellipsis',
  async run() {
    const { userDir } = await createUserDir();
    const red = await NodeRed.start(userDir);
    const browser = await startBrowser();
    await red.deploy(flow);
    const editor = await EditorPage.open(browser, red.url);
    await editor.showDebugSidebar();
    await feed(red);
    await checkInert(editor, 'editor');
    const texts = await editor.ask<string[]>(
      `[...document.querySelectorAll('.red-ui-flow-node-status-label')].map((label) => label.textContent)`,
    );
    const cut = texts.filter((text) => text.includes('…'));
    assert.ok(
      texts.some((text) => text.includes('silent: <img')),
      `status texts: ${texts.join(' | ')}`,
    );
    assert.ok(cut.length >= 2 && texts.every((text) => text.length <= LONGEST_SHOWN), texts.join(' | '));
    for (const id of ['impute', 'configured', 'refused']) {
      const dialog = await editor.openDialog(id);
      await checkInert(editor, `dialog of ${id}`);
      await dialog.cancel();
    }
    assert.ok((await editor.debugMessages.count()) > 0);
    const dashboard = await browser.newPage();
    await dashboard.goto(`${red.url}/dashboard/psmf`);
    await dashboard.locator('canvas').first().waitFor();
    await feed(red);
    await pause(2000);
    const hit = await dashboard.evaluate<unknown>('window.hit ?? null');
    const images = await dashboard.evaluate<number>(`document.querySelectorAll('img[onerror]').length`);
    await browser.close();
    await red.stop();
    await removeUserDir(userDir);
    assert.deepEqual([hit, images], [null, 0], 'dashboard: a name ran as a script');
    return `editor, three dialogs, debug sidebar and dashboard inert; ${cut.length} status texts cut, the longest shown has ${Math.max(...texts.map((text) => text.length))} characters`;
  },
};
