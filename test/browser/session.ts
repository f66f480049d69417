import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { NodeRed, type Installation } from '../e2e/node-red';
import { createUserDir, removeUserDir } from '../e2e/packed';
import { ROOT } from '../package-root';
import { EditorPage, startBrowser, type View } from './editor-page';

/** NODE_RED_DIR is the folder of a package node-red, NODE_BINARY the program to run it with; by default those of the tests. */
const redDir = process.env.NODE_RED_DIR ?? dirname(require.resolve('node-red/red.js'));
export const installation: Installation = {
  node: process.env.NODE_BINARY ?? process.execPath,
  script: join(redDir, 'red.js'),
};
const { version } = JSON.parse(readFileSync(join(redDir, 'package.json'), 'utf8')) as { version: string };

/** The tested Node-RED, such as 4.1.0. */
export const nodeRedVersion = version;
/** From version 5 on the editor has a dark theme of its own. */
export const colorSchemes =
  Number.parseInt(version) >= 5 ? (['light', 'dark'] as const) : (['light'] as const);

/** A Node-RED with the packed package in an empty user folder, and a browser to look at it. */
export class Session {
  readonly #pages: EditorPage[] = [];

  private constructor(
    public red: NodeRed,
    readonly browser: Browser,
    readonly userDir: string,
  ) {}

  /** `more`: settings of Node-RED beside those of every test. */
  static async start(more: object = {}): Promise<Session> {
    const { userDir } = await createUserDir();
    const red = await NodeRed.start(userDir, installation, undefined, more);
    return new Session(red, await startBrowser(), userDir);
  }

  /** The same without the package. */
  static async startPlain(more: object = {}): Promise<Session> {
    const userDir = await mkdtemp(join(tmpdir(), 'psmf-plain-'));
    await writeFile(join(userDir, 'package.json'), '{"private":true}');
    const red = await NodeRed.start(userDir, installation, undefined, more);
    return new Session(red, await startBrowser(), userDir);
  }

  /** Stops Node-RED, does something while it is gone, and starts it again at the same address. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.red.stop();
    await meanwhile();
    const port = Number(new URL(this.red.url).port);
    this.red = await NodeRed.start(this.userDir, installation, undefined, {}, port);
  }

  /** Installs another package of nodes, as the palette manager does. */
  async install(module: string): Promise<void> {
    const response = await this.red.post('/nodes', { module });
    if (!response.ok) throw new Error(`${module} was not installed: ${await response.text()}`);
  }

  async open(view: Partial<View> = {}): Promise<EditorPage> {
    const page = await EditorPage.open(this.browser, this.red.url, view);
    this.#pages.push(page);
    return page;
  }

  /** The editor again, on a flow that is deployed first. */
  async openFlow(flow: readonly object[], view: Partial<View> = {}): Promise<EditorPage> {
    await this.red.deploy(flow);
    return this.open(view);
  }

  async closePages(): Promise<void> {
    for (const page of this.#pages.splice(0)) await page.close();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.red.stop();
    await removeUserDir(this.userDir);
  }
}

type Labels = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The labels of a node as they are published. */
export function readLabels(language: string, node: string): Labels {
  const file = join(ROOT, 'dist', 'nodes', 'locales', language, `${node}.json`);
  if (!existsSync(file)) throw new Error(`${file} is missing; build first`);
  return JSON.parse(readFileSync(file, 'utf8')) as Labels;
}
