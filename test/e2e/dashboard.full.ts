import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../demo/browser';
import { DemoProcess } from '../../demo/child';
import { SENSORS } from '../../demo/sensors';
import { findPoorContrast, measureContrasts } from '../browser/contrast';
import { ROOT } from '../package-root';

const ARTEFACTS = process.env.PSMF_ARTEFACTS ?? join(ROOT, 'artefacts');

describe("the demo's dashboard in a browser", () => {
  let folder = '';
  let demo: DemoProcess;
  let browser: Browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'psmf-dashboard-'));
    demo = await DemoProcess.start({ DEMO_DIR: folder, PORT: '0', SPEED: '10' });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (width: number, height: number): Promise<{ page: Page; errors: string[] }> => {
    const page = await browser.newPage({ viewport: { width, height } });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(demo.address('Dashboard'));
    await page.locator('.psmf-card canvas').first().waitFor({ timeout: 60_000 });
    return { page, errors };
  };
  const picture = async (page: Page, name: string): Promise<void> => {
    mkdirSync(ARTEFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
  };

  it('has what was learned before the page was opened, and a first change within two minutes', async () => {
    const { page, errors } = await open(1280, 930);
    assert.equal(await page.locator('.psmf-card').count(), SENSORS.length);
    const learned = Number((await page.locator('.psmf-figure-value').first().innerText()).replace(/\D/g, ''));
    assert.ok(learned >= 1200, `${learned}`);
    await page.locator('.psmf-event.broken').first().waitFor({ timeout: 120_000 });
    await page.locator('.psmf-event.changepoint').first().waitFor({ timeout: 120_000 });
    await picture(page, 'demo');
    assert.deepEqual(errors, []);
  });

  for (const [name, width, height] of [
    ['phone', 390, 844],
    ['desktop', 1920, 1080],
  ] as const) {
    it(`fits a ${name}: nothing is cut, nothing scrolls within the page, every text by WCAG AA`, async () => {
      const { page } = await open(width, height);
      await page
        .locator('.psmf-card canvas')
        .nth(SENSORS.length - 1)
        .waitFor();
      await page.locator('.psmf-event').first().waitFor({ timeout: 60_000 });
      await picture(page, `demo-${name}`);
      const cut = await page.evaluate(`[...document.querySelectorAll('.psmf-card, .psmf-side, .psmf-plot')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => part.className + ' ' + part.scrollWidth + ' > ' + part.clientWidth)`);
      assert.deepEqual(cut, []);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
      assert.deepEqual((await findPoorContrast(page, 'body')).poor, []);
      const texts = await measureContrasts(page, '.psmf-page');
      assert.ok(texts.length > 4 * SENSORS.length, `${texts.length} texts`);
      assert.deepEqual(
        texts.filter(({ contrast }) => contrast < 4.5),
        [],
      );
      await page.close();
    });
  }
});
