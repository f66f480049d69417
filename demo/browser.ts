import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where distributions put it; CHROMIUM names another one. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: QUIET });
}
