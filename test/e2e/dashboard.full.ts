import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../demo/browser';
import { DemoProcess } from '../../demo/child';
import { SENSORS } from '../../demo/sensors';

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

  it('comes alive: a panel and a row for each sensor, filled values, scores, and no error', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(demo.address('Dashboard'));
    await page.getByText('frames learned').waitFor({ timeout: 90_000 });
    await page.locator('.psmf-panel path.filled[d^="M"]').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.psmf-panel').count(), SENSORS.length);
    await page.locator('.psmf-fan-panel path.band[d^="M"]').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.psmf-fan-panel').count(), 3);
    assert.equal(await page.locator('.psmf-health tbody tr').count(), SENSORS.length);
    assert.deepEqual(errors, []);
  });
});
