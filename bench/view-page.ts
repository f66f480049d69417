import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../demo/browser';
import { startNodeRed } from '../demo/node-red';
import { table } from './table';

const SENSORS = 1024;
const FRAMES_PER_SECOND = 4;
const SECONDS = 15;
/** A frame of the browser that takes longer than this is felt. */
const LONG_MS = 50;

/** A plant of many sensors that follow eight loads. */
const PLANT = `
  const t = (context.get('t') || 0) + 1;
  context.set('t', t);
  const frame = {};
  for (let j = 0; j < ${SENSORS}; j++)
    frame['sensor' + j] = Number((20 + 3 * Math.sin(t / (9 + (j % 8))) + Math.random()).toFixed(2));
  return { payload: frame };`;

const flow = [
  { id: 'tab', type: 'tab', label: 'plant' },
  {
    ...{ id: 'in', type: 'inject', z: 'tab', repeat: String(1 / FRAMES_PER_SECOND), once: true },
    ...{ props: [], x: 100, y: 100, wires: [['plant']] },
  },
  { id: 'plant', type: 'function', z: 'tab', func: PLANT, outputs: 1, x: 250, y: 100, wires: [['n1']] },
  {
    ...{ id: 'n1', type: 'psmf-impute', z: 'tab', configVersion: 2, maxSensors: String(SENSORS) },
    ...{ x: 400, y: 100, wires: [[], []] },
  },
];

/** Milliseconds between two frames of the browser, while `act` is run in the page five times a second. */
const measure = (page: Page, act: string): Promise<number[]> =>
  page.evaluate(`new Promise((resolve) => {
    const times = [];
    const timer = setInterval(() => { ${act} }, 200);
    let last = performance.now();
    const end = last + ${SECONDS * 1000};
    const note = (now) => {
      times.push(now - last);
      last = now;
      if (now < end) return requestAnimationFrame(note);
      clearInterval(timer);
      resolve(times);
    };
    requestAnimationFrame(note);
  })`);

const SCROLL = `
  const table = document.querySelector('.psmf-host .psmf-table');
  table.scrollTop = (table.scrollTop + 2400) % (table.scrollHeight - table.clientHeight);`;

function summarise(name: string, times: number[]): string[] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const long = times.filter((ms) => ms > LONG_MS).length;
  return [name, String(times.length), at(0.5), at(0.99), at(1), String(long)];
}

/** How the editor's frames fare while the live view shows many sensors, and while it is closed. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'psmf-view-'));
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flow));
  const red = await startNodeRed(folder, resolve(__dirname, '..', '..'), 0);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
    await page.goto(`http://127.0.0.1:${red.port}`);
    await page.locator('#red-ui-header-button-deploy').waitFor();
    await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
    const rows = [summarise('closed', await measure(page, ''))];
    await page.evaluate('RED.sidebar.show("psmf")');
    await page.locator('.psmf-host .psmf-row[data-sensor="sensor0"] canvas').waitFor();
    rows.push(summarise('open', await measure(page, '')));
    rows.push(summarise('scrolled five times a second', await measure(page, SCROLL)));
    await page.locator('.psmf-host .psmf-row').first().click();
    await page.locator('.psmf-detail canvas').waitFor();
    rows.push(summarise('with the large plot', await measure(page, '')));
    const inPage = await page.locator('.psmf-host .psmf-row').count();
    console.log(
      table(
        [
          `${SENSORS} sensors, ${FRAMES_PER_SECOND} frames/s; the tab is`,
          ...['frames', 'median ms', '99 %', 'longest', `above ${LONG_MS} ms`],
        ],
        rows,
      ),
    );
    console.log(`\n${inPage} rows in the page.`);
  } finally {
    await browser.close();
    await red.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
