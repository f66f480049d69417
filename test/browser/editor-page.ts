import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { ROOT } from '../package-root';

/** Where the pictures go. */
const ARTEFACTS = process.env.PSMF_ARTEFACTS ?? join(ROOT, 'artefacts');
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

export interface View {
  readonly language: string;
  readonly colorScheme: 'light' | 'dark';
  /** Of a user who has logged in, as Node-RED gave it. */
  readonly token: object;
}

/** Files of Node-RED's editor itself. */
const EDITOR_FILE = /\/(?:red|vendor)\/[\w.]+\.js/;

/** Whether nothing but the editor's own code was at work, as when a tip of its own closes before it has opened. */
function isOfEditor({ stack = '' }: Error): boolean {
  const calls = stack.split('\n').filter((line) => line.trim().startsWith('at '));
  return calls.length > 0 && calls.every((line) => EDITOR_FILE.test(line));
}

/** Node-RED's editor in a browser, as a user has it before them. */
export class EditorPage {
  /** What went wrong inside the page. */
  readonly problems: string[] = [];

  private constructor(
    readonly page: Page,
    url: string,
  ) {
    page.on('pageerror', (error) => {
      if (!isOfEditor(error)) this.problems.push(`${error.message}\n${error.stack ?? ''}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && message.location().url.startsWith(url))
        this.problems.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, view: Partial<View> = {}): Promise<EditorPage> {
    const { language = 'en-US', colorScheme = 'light', token } = view;
    const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
    await context.addInitScript(`
      localStorage.setItem('editor-language', ${JSON.stringify(language)});
      localStorage.setItem('view-dark-theme', ${JSON.stringify(colorScheme)});
      ${token === undefined ? '' : `localStorage.setItem('auth-tokens', ${JSON.stringify(JSON.stringify(token))});`}
    `);
    const editor = new EditorPage(await context.newPage(), url);
    await editor.page.goto(url);
    await editor.page.locator('#red-ui-header-button-deploy').waitFor();
    await editor.page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
    return editor;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Runs an expression in the page. */
  ask<T>(expression: string): Promise<T> {
    return this.page.evaluate(expression);
  }

  async picture(name: string): Promise<void> {
    mkdirSync(ARTEFACTS, { recursive: true });
    await this.page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
  }

  /** Drags a node from the palette into the flow; its id. */
  async dragIn(type: string): Promise<string> {
    const entry = this.page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
    await entry.scrollIntoViewIfNeeded();
    const before = await this.ask<string[]>('RED.nodes.filterNodes({}).map((node) => node.id)');
    await entry.dragTo(this.page.locator('#red-ui-workspace-chart'), {
      targetPosition: { x: 400, y: 300 },
      force: true,
    });
    const after = await this.ask<string[]>('RED.nodes.filterNodes({}).map((node) => node.id)');
    const id = after.find((candidate) => !before.includes(candidate));
    if (id === undefined) throw new Error(`${type} did not land in the flow`);
    return id;
  }

  /** Opens a node's dialog, with everything in it unfolded. On a busy machine two clicks may be too far apart to count as one. */
  async openDialog(id: string): Promise<Dialog> {
    const dialog = new Dialog(this.page);
    const node = this.page.locator(`[id="${id}"] .red-ui-flow-node`).first();
    let isOpen = false;
    for (let attempt = 0; attempt < 5 && !isOpen; attempt++) {
      await node.dblclick({ force: true });
      isOpen = await dialog.appears(4_000);
    }
    await dialog.unfold();
    return dialog;
  }

  /** What the input and the outputs of a node are called. */
  portLabels(id: string): Promise<string[]> {
    return this.ask(`(() => {
      const node = RED.nodes.node(${JSON.stringify(id)});
      const outputs = [...Array(node._def.outputs).keys()];
      return [node._def.inputLabels.call(node), ...outputs.map((i) => node._def.outputLabels.call(node, i))];
    })()`);
  }

  async deploy(): Promise<void> {
    const posted = this.page.waitForResponse(
      (response) => response.url().endsWith('/flows') && response.request().method() === 'POST',
    );
    await this.page.locator('#red-ui-header-button-deploy:not(.disabled)').click();
    const response = await posted;
    if (!response.ok()) throw new Error(`deploy failed: ${response.status()}`);
  }

  /** Menu > Import > Examples; the imported flow is in view then. */
  async importExample(module: string, example: string): Promise<void> {
    const flows = await this.ask<number>('RED.nodes.getWorkspaceOrder().length');
    await this.ask(`RED.actions.invoke('core:show-examples-import-dialog')`);
    const dialog = this.page.locator('.ui-dialog:visible');
    await dialog.waitFor();
    const entry = dialog.getByText(example, { exact: true });
    if (!(await entry.isVisible())) await dialog.getByText(module, { exact: true }).click();
    const confirm = dialog.locator('#red-ui-clipboard-dialog-ok');
    // A click into a list that is still unfolding selects nothing.
    for (await entry.click(); await confirm.isDisabled(); await entry.click())
      await this.page.waitForTimeout(200);
    await confirm.click();
    await dialog.waitFor({ state: 'hidden' });
    await this.page.waitForFunction(`RED.nodes.getWorkspaceOrder().length > ${flows}`);
    await this.ask('RED.workspaces.show(RED.nodes.getWorkspaceOrder().at(-1))');
  }

  /** Menu > Manage palette > Install. */
  async openPalette(): Promise<void> {
    await this.ask(`RED.actions.invoke('core:manage-palette')`);
    const install = this.page.locator('#red-ui-settings-tab-palette .red-ui-tab', { hasText: 'Install' });
    await install.click();
    await this.page.locator('.red-ui-palette-editor-upload-button').waitFor();
  }

  async closePalette(): Promise<void> {
    await this.page.locator('.red-ui-tray-toolbar').getByText('Close', { exact: true }).click();
    await this.page.locator('#red-ui-settings-tab-palette').waitFor({ state: 'hidden' });
  }

  /** Uploads a packed package in the palette manager, and waits until its nodes are in the palette. */
  async uploadModule(file: string): Promise<void> {
    await this.page.locator('.red-ui-palette-editor-upload-button input[type="file"]').setInputFiles(file);
    const answered = this.#posted('/nodes');
    await this.page.locator('.red-ui-palette-editor-upload-buttons .primary').click();
    await answered;
  }

  /** Finds a package in the palette manager and installs it, unless Node-RED has found it beside its own packages already. */
  async installModule(module: string): Promise<void> {
    await this.page.locator('#red-ui-settings-tab-palette input:visible').last().fill(module);
    const header = this.page.locator('.red-ui-palette-module-header', { hasText: module });
    const install = header
      .filter({ visible: true })
      .locator('.red-ui-palette-module-button-group .red-ui-button');
    await install.waitFor();
    if ((await install.innerText()) === 'installed') return;
    await install.click();
    const answered = this.#posted('/nodes');
    await this.page.locator('.red-ui-palette-module-install-confirm-button-install').last().click();
    await answered;
  }

  /** Resolves once Node-RED has done what was posted to it. */
  async #posted(path: string): Promise<void> {
    const response = await this.page.waitForResponse(
      (candidate) => candidate.url().endsWith(path) && candidate.request().method() === 'POST',
      { timeout: 180_000 },
    );
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  }

  /** The id of the node with this name. */
  idOf(name: string): Promise<string> {
    return this.ask(`RED.nodes.filterNodes({}).find((node) => node.name === ${JSON.stringify(name)}).id`);
  }

  /** Selects a node and presses Delete. */
  async remove(name: string): Promise<void> {
    const id = await this.idOf(name);
    await this.page.locator(`[id="${id}"] .red-ui-flow-node`).first().click({ force: true });
    await this.page.keyboard.press('Delete');
    await this.page.waitForFunction(`!RED.nodes.node(${JSON.stringify(id)})`);
  }

  /** Draws a wire from the first output of one node to the input of another; anew where the editor was still moving. */
  async wire(from: string, to: string): Promise<void> {
    const isWired = `RED.nodes.filterLinks({ source: { id: ${JSON.stringify(from)} }, target: { id: ${JSON.stringify(to)} } }).length === 1`;
    for (let again = 0; again < 5 && !(await this.ask<boolean>(isWired)); again++) {
      await this.#drawWire(from, to);
      await this.page.waitForTimeout(200);
    }
    await this.page.waitForFunction(isWired);
  }

  async #drawWire(from: string, to: string): Promise<void> {
    const port = (id: string, kind: string): Locator =>
      this.page.locator(`[id="${id}"] .red-ui-flow-port-${kind} .red-ui-flow-port`).first();
    const [start, end] = [await port(from, 'output').boundingBox(), await port(to, 'input').boundingBox()];
    if (start === null || end === null) throw new Error('a port is out of sight');
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
    await this.page.mouse.up();
  }

  /** Presses the button of an inject node. */
  async press(name: string): Promise<void> {
    const id = await this.ask<string>(
      `RED.nodes.filterNodes({ type: 'inject' }).find((node) => node.name === ${JSON.stringify(name)}).id`,
    );
    await this.page.locator(`[id="${id}"] .red-ui-flow-node-button-button`).click({ force: true });
  }

  /** What the debug sidebar shows, newest last. */
  get debugMessages(): Locator {
    return this.page.locator('.red-ui-debug-msg');
  }

  contrastOf(selector: string): Promise<number> {
    return measureContrast(this.page, selector);
  }

  async showDebugSidebar(): Promise<void> {
    await this.ask('RED.sidebar.show("debug")');
  }
}

/** The dialog of a node. */
export class Dialog {
  readonly root: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('#dialog-form');
  }

  /** Whether it is there, or comes in time. */
  async appears(timeout: number): Promise<boolean> {
    return this.root.waitFor({ timeout }).then(
      () => true,
      () => false,
    );
  }

  async unfold(): Promise<void> {
    await this.root.waitFor();
    for (const summary of await this.root.locator('summary').all()) await summary.click();
  }

  field(name: string): Locator {
    return this.page.locator(`#node-input-${name}`);
  }

  /** The names of the settings that can be seen. */
  visibleFields(): Promise<string[]> {
    return this.page.evaluate(`[...document.querySelectorAll('#dialog-form .form-row')]
      .filter((row) => row.offsetParent !== null)
      .map((row) => row.querySelector('label').getAttribute('for').replace('node-input-', ''))`);
  }

  /** All text a user reads in the dialog: labels, hints, options, placeholders. */
  texts(): Promise<string[]> {
    return this.page.evaluate(`[
      ...[...document.querySelectorAll('#dialog-form :is(label, .psmf-hint, option, summary, h5)')]
        .map((leaf) => leaf.textContent),
      ...[...document.querySelectorAll('#dialog-form input[placeholder]')].map((input) => input.placeholder),
    ]`);
  }

  /** The contrast of a part of the dialog with what is behind it. */
  contrastOf(selector: string): Promise<number> {
    return measureContrast(this.page, `#dialog-form ${selector}`);
  }

  async done(): Promise<void> {
    await this.page.locator('#node-dialog-ok').click();
    await this.root.waitFor({ state: 'hidden' });
  }

  async cancel(): Promise<void> {
    await this.page.locator('#node-dialog-cancel').click();
    await this.root.waitFor({ state: 'hidden' });
  }
}

/** The contrast of a part's text with what is behind it, by the formula of WCAG 2: 1 to 21. */
function measureContrast(page: Page, selector: string): Promise<number> {
  return page.evaluate(`(() => {
      const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b]
        .map((c) => c / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + [0.2126, 0.7152, 0.0722][i] * c, 0);
      const part = document.querySelector(${JSON.stringify(selector)});
      let behind = part;
      while (behind && numbers(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
      const text = light(numbers(getComputedStyle(part).color));
      const back = light(numbers(getComputedStyle(behind ?? document.body).backgroundColor));
      return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    })()`);
}
