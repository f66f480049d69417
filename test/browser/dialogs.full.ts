import assert from 'node:assert/strict';
import { packageJson } from '../package-root';
import type { EditorPage } from './editor-page';
import { colorSchemes, nodeRedVersion, readLabels, Session } from './session';

const TYPES = Object.keys(packageJson['node-red'].nodes);
const LANGUAGES = ['en-US', 'de', 'ja'];
const TAB = { id: 'tab', type: 'tab', label: 'test' };
const alone = (type: string, settings: object = {}): object[] => [
  TAB,
  { id: 'n1', type, z: 'tab', x: 300, y: 200, wires: [], ...settings },
];
/** One of each, with its type for an id. */
const ALL = [
  TAB,
  ...TYPES.map((type, i) => ({ id: type, type, z: 'tab', x: 300, y: 100 + 80 * i, wires: [] })),
];
/** A wrong value and its error for one field that each node shows, and one that all share. */
const WRONG: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'psmf-filter': [['horizon', '-3']],
  'psmf-impute': [['maxGap', 'two']],
  'psmf-changepoint': [],
};
const WRONG_IN_ALL = [
  ['saveSeconds', '0'],
  ['decimals', '1.5'],
  ['sensors', 'a, b, a'],
] as const;

describe(`the dialogs in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  before(async () => {
    session = await Session.start();
  });
  after(() => session.stop());
  afterEach(() => session.closePages());
  const errorsOf = (editor: EditorPage, id: string): Promise<string[]> =>
    editor.ask(`RED.nodes.node(${JSON.stringify(id)}).validationErrors ?? []`);

  for (const type of TYPES) {
    const labels = readLabels('en-US', type);

    it(`${type} is dragged in from the palette, opened and deployed with nothing changed`, async () => {
      const editor = await session.openFlow([TAB]);
      const id = await editor.dragIn(type);
      assert.deepEqual(await errorsOf(editor, id), []);
      const dialog = await editor.openDialog(id);
      await editor.picture(`${type}-defaults`);
      await dialog.done();
      await editor.deploy();
      assert.deepEqual(editor.problems, []);
      const [, saved] = (await (await session.red.get('/flows')).json()) as Record<string, unknown>[];
      const defaults = await editor.ask<Record<string, { value: unknown }>>(
        `JSON.parse(JSON.stringify(RED.nodes.getType('${type}').defaults))`,
      );
      for (const [name, { value }] of Object.entries(defaults)) {
        if (name !== 'robust') assert.equal(saved[name], value, name);
      }
    });

    it(`${type} shows why a value is wrong, and what is wrong in the node`, async () => {
      const editor = await session.openFlow(alone(type));
      const dialog = await editor.openDialog('n1');
      const wrong = [...WRONG[type], ...WRONG_IN_ALL];
      for (const [name, value] of wrong) {
        await dialog.field(name).fill(value);
        await dialog.field(name).blur();
        assert.match((await dialog.field(name).getAttribute('class')) ?? '', /input-error/, name);
        // The dialog may have scrolled the field below the pointer already, and only entering it shows the reason.
        await editor.page.mouse.move(0, 0);
        await dialog.field(name).hover();
        await editor.page.getByText(String(labels.error[name])).waitFor();
      }
      await editor.picture(`${type}-errors`);
      await dialog.done();
      assert.deepEqual(
        (await errorsOf(editor, 'n1')).sort(),
        wrong.map(([name]) => String(labels.error[name])).sort(),
      );
    });
  }

  for (const language of LANGUAGES) {
    it(`speak ${language}: every label, hint, port and help is there`, async () => {
      const editor = await session.openFlow(ALL, { language });
      for (const type of TYPES) {
        const dialog = await editor.openDialog(type);
        const texts = await dialog.texts();
        const expected = readLabels(language, type);
        for (const [name, hint] of Object.entries(expected.hint))
          assert.ok(texts.includes(String(hint)), name);
        assert.deepEqual(
          texts.filter((text) => /^\s*$|\b(label|hint|option|placeholder)\.\w/.test(text)),
          [],
        );
        await editor.picture(`${type}-${language}`);
        await dialog.cancel();
        const known = Object.values(expected.port);
        assert.deepEqual(
          (await editor.portLabels(type)).filter((port) => !known.includes(port)),
          [],
        );
        await editor.ask(`RED.sidebar.help.show('${type}')`);
        await editor.page.locator('.red-ui-help h3').nth(4).waitFor();
        await editor.picture(`${type}-help-${language}`);
      }
      assert.deepEqual(editor.problems, []);
    });
  }

  for (const colorScheme of colorSchemes) {
    it(`can be read in the ${colorScheme} theme`, async () => {
      const editor = await session.openFlow(ALL, { colorScheme });
      const isDark = await editor.ask(`document.documentElement.classList.contains('nr-theme-dark')`);
      assert.equal(isDark, colorScheme === 'dark');
      for (const type of TYPES) {
        const dialog = await editor.openDialog(type);
        await editor.picture(`${type}-${colorScheme}`);
        const parts = ['label', '.psmf-hint', 'summary', ...(type === 'psmf-filter' ? ['h5'] : [])];
        for (const part of parts) {
          const contrast = await dialog.contrastOf(part);
          assert.ok(contrast >= 3, `${part}: ${contrast}`);
        }
        await dialog.cancel();
      }
    });
  }

  for (const type of TYPES) {
    it(`${type} takes a variable in every field, and keeps it`, async () => {
      const editor = await session.openFlow([TAB]);
      const names = await editor.ask<string[]>(`Object.keys(RED.nodes.getType('${type}').defaults)`);
      const fixed = ['name', 'propertyType', 'configVersion', 'robust'];
      const settings = Object.fromEntries(
        names.filter((name) => !fixed.includes(name)).map((name) => [name, `\${PSMF_${name}}`]),
      );
      const flow = alone(type, { configVersion: 2, d: true, ...settings });
      const reopened = await session.openFlow(flow);
      const dialog = await reopened.openDialog('n1');
      await reopened.picture(`${type}-variables`);
      await dialog.field('name').fill('changed');
      await dialog.done();
      assert.deepEqual(await errorsOf(reopened, 'n1'), []);
      await reopened.deploy();
      const [, saved] = (await (await session.red.get('/flows')).json()) as Record<string, unknown>[];
      assert.deepEqual({ ...saved, ...settings }, saved);
    });
  }

  it('a choice and a box turn into a text field for a variable', async () => {
    const editor = await session.openFlow(alone('psmf-impute', { configVersion: 2 }));
    const dialog = await editor.openDialog('n1');
    for (const name of ['outliers', 'allowImport']) {
      await dialog.field(name).locator('xpath=following-sibling::a').click();
      await dialog.field(name).fill('${MINE}');
    }
    await dialog.done();
    await editor.deploy();
    const [, saved] = (await (await session.red.get('/flows')).json()) as Record<string, unknown>[];
    assert.deepEqual([saved.outliers, saved.allowImport], ['${MINE}', '${MINE}']);
  });

  it('psmf-filter shows the settings of the model that is chosen', async () => {
    const editor = await session.openFlow(alone('psmf-filter'));
    const dialog = await editor.openDialog('n1');
    const ofPaper = ['rank', 'standardise', 'R', 'Q', 'V0'];
    const shown = async (): Promise<string[]> =>
      (await dialog.visibleFields()).filter((name) => ofPaper.includes(name));
    assert.deepEqual(await shown(), []);
    for (const model of ['psmf', 'rpsmf']) {
      await dialog.field('model').selectOption(model);
      assert.deepEqual(await shown(), ofPaper);
      await dialog.field('model').selectOption('adaptive');
      assert.deepEqual(await shown(), []);
    }
  });

  it('psmf-filter takes a filter of the paper for dynamics that only those have', async () => {
    const editor = await session.openFlow(alone('psmf-filter'));
    const dialog = await editor.openDialog('n1');
    const ofRhythm = ['periodSeconds', 'harmonics'];
    const shown = async (): Promise<string[]> =>
      (await dialog.visibleFields()).filter((name) => ofRhythm.includes(name));
    assert.deepEqual(await shown(), []);
    await dialog.field('dynamics').selectOption('seasonal');
    assert.equal(await dialog.field('model').inputValue(), 'rpsmf');
    assert.deepEqual(await shown(), ofRhythm);
    await dialog.field('model').selectOption('adaptive');
    assert.equal(await dialog.field('dynamics').inputValue(), 'random-walk');
    assert.deepEqual(await shown(), []);
  });

  for (const [robust, model] of [
    [true, 'rpsmf'],
    [false, 'psmf'],
  ] as const) {
    it(`a psmf-filter of version 0.1.0, robust ${robust}, becomes ${model} when its dialog is opened`, async () => {
      const saved = { rank: 3, robust, R: 2, Q: 0.5, V0: 4, store: '', saveSeconds: 20, name: 'old' };
      const editor = await session.openFlow(alone('psmf-filter', saved));
      assert.deepEqual(await errorsOf(editor, 'n1'), []);
      const dialog = await editor.openDialog('n1');
      assert.equal(await dialog.field('model').inputValue(), model);
      assert.equal(await dialog.field('maxSensors').inputValue(), '1024');
      await editor.picture(`migrated-${model}`);
      await dialog.done();
      await editor.deploy();
      const [, node] = (await (await session.red.get('/flows')).json()) as Record<string, unknown>[];
      const { rank, R, Q, V0, saveSeconds, configVersion } = node;
      assert.deepEqual([node.model, configVersion, 'robust' in node], [model, 1, false]);
      assert.deepEqual([rank, R, Q, V0, saveSeconds].map(Number), [3, 2, 0.5, 4, 20]);
    });
  }

  it('a psmf-filter of version 0.1.0 is left alone while another node is changed', async () => {
    const saved = { rank: 3, robust: false, R: 2, Q: 0.5, V0: 4, store: '', saveSeconds: 20, name: 'old' };
    const editor = await session.openFlow(alone('psmf-filter', saved));
    await editor.dragIn('psmf-filter');
    await editor.deploy();
    const [, node] = (await (await session.red.get('/flows')).json()) as Record<string, unknown>[];
    assert.deepEqual({ ...node, ...saved }, node);
    assert.deepEqual([node.configVersion, node.model], [undefined, undefined]);
  });
});
