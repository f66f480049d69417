import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openBrowser } from './browser';
import { DemoProcess } from './child';

const TARGET = resolve(__dirname, '..', '..', 'docs', 'demo.png');
/** In a long outage, shortly after a change: frames the plant is in when the picture is taken. */
const MOMENT = 1400;

/** Takes the picture of the dashboard that the README shows. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'psmf-picture-'));
  const demo = await DemoProcess.start({ DEMO_DIR: folder, PORT: '0', SPEED: '10' });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 930 } });
    await page.goto(demo.address('Dashboard'));
    const frames = page.locator('.psmf-figure-value').first();
    for (;;) {
      const seq = Number((await frames.innerText()).replace(/\D/g, ''));
      if (seq >= MOMENT) break;
      await page.waitForTimeout(20);
    }
    await page.screenshot({ path: TARGET });
    console.log(TARGET);
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
