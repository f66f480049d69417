import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { findPoorContrast } from '../browser/contrast';
import { startBrowser } from '../browser/editor-page';
import { ROOT } from '../package-root';
import { Random } from '../support/random';
import { Folder, psmf } from './run';

const ARTEFACTS = process.env.PSMF_ARTEFACTS ?? join(ROOT, 'artefacts');
const ROWS = 900;

/** A change of level at row 600 in two of five sensors; one out of all bounds, one that never moves. */
function recording(): string {
  const random = new Random(7);
  const rows = Array.from({ length: ROWS }, (_, t) => {
    const load = Math.sin(t / 15) + 0.1 * random.normal();
    const step = t < 600 ? 0 : 4;
    const stamp = new Date(1.7e12 + 60_000 * t).toISOString();
    const values = [20 + 2 * load + step, 1e6 - 3e4 * load, 5 - load - step, 1e59 * load, 7];
    return [
      stamp,
      ...values.map((value, j) => (value + 0.01 * j * random.normal()).toPrecision(9)).slice(0, 4),
      7,
    ];
  });
  return `t,inlet,<b>power</b>,flow,huge,constant\n${rows.map((row) => row.join(',')).join('\n')}\n`;
}

describe('the reports in a browser', function () {
  this.timeout(180_000);
  const folder = new Folder();
  let browser: Browser;
  before(async () => {
    const input = folder.write('plant.csv', recording());
    for (const command of ['evaluate', 'changepoints'])
      assert.equal(psmf([command, input, '--report', folder.file(`${command}.html`)]).code, 0, command);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    folder.remove();
  });

  const canvasWidths = (page: Page): Promise<number[][]> =>
    page.evaluate(`[...document.querySelectorAll('.plot')].map((host) => [
      host.clientWidth, ...[...host.querySelectorAll('canvas')].map((canvas) => canvas.clientWidth)])`);

  for (const [command, plots] of [
    ['evaluate', 6],
    ['changepoints', 6],
  ] as const) {
    it(`of psmf ${command}: every plot is drawn, as wide as the page, light and dark`, async () => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('request', (request) => {
        if (!/^(file|blob|data):/.test(request.url())) problems.push(request.url());
      });
      await page.goto(pathToFileURL(folder.file(`${command}.html`)).href);
      await page
        .locator('.plot canvas')
        .nth(plots - 1)
        .waitFor();
      for (const width of [1200, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(`[...document.querySelectorAll('.plot')]
          .every((host) => host.querySelector('canvas')?.clientWidth === host.clientWidth)`);
        const widths = await canvasWidths(page);
        assert.deepEqual(
          [widths.length, widths.every(([, ...canvases]) => canvases.length === 1)],
          [plots, true],
        );
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width}`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { seen, poor } = await findPoorContrast(page, 'main');
          assert.deepEqual(poor, []);
          assert.ok(seen > 10, `${seen}`);
          mkdirSync(ARTEFACTS, { recursive: true });
          const path = join(ARTEFACTS, `report-${command}-${width}-${colorScheme}.png`);
          await page.screenshot({ path, fullPage: true });
        }
      }
      assert.equal(await page.locator('main b').count(), 0);
      assert.deepEqual(problems, []);
      await page.close();
    });
  }
});
