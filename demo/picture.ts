import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser';
import { DemoProcess } from './child';

const DOCS = resolve(__dirname, '..', '..', 'docs');
/** In a long outage, shortly after a change: frames the plant is in when the pictures are taken. */
const MOMENT = 1400;

/** Takes the pictures of the dashboard that the README shows, and of the editor for docs/start.md. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'psmf-picture-'));
  const demo = await DemoProcess.start({ DEMO_DIR: folder, PORT: '0', SPEED: '10' });
  const browser = await openBrowser();
  try {
    await showDashboard(browser, demo.address('Dashboard'), join(DOCS, 'demo.png'));
    await showEditor(browser, demo.address('Editor'), join(DOCS, 'editor.png'));
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function showDashboard(browser: Browser, url: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 930 } });
  await page.goto(url);
  const frames = page.locator('.psmf-figure-value').first();
  for (;;) {
    const seq = Number((await frames.innerText()).replace(/\D/g, ''));
    if (seq >= MOMENT) break;
    await page.waitForTimeout(20);
  }
  await page.screenshot({ path });
  console.log(path);
}

/** The flow, and beside it the live view with the large plot of a sensor that does not report. */
async function showEditor(browser: Browser, url: string, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  await page.goto(url);
  await page.locator('#red-ui-header-button-deploy').waitFor();
  await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
  await page.evaluate('RED.sidebar.show("psmf")');
  await page.locator('.psmf-host .psmf-row[data-state="silent"]').first().click();
  await page.locator('.psmf-detail canvas').waitFor();
  await page.mouse.move(640, 900);
  await page.screenshot({ path });
  console.log(path);
}

void main();
