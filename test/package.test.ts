import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { packageJson, ROOT } from './package-root';

const nodes = Object.entries(packageJson['node-red'].nodes);
const LANGUAGES = ['en-US', 'de', 'ja'];

type Labels = { readonly [name: string]: string | Labels };
const listKeys = (labels: Labels, prefix = ''): string[] =>
  Object.entries(labels).flatMap(([name, label]) =>
    typeof label === 'string' ? [`${prefix}${name}`] : listKeys(label, `${prefix}${name}.`),
  );
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const readLabels = (language: string, node: string): Labels =>
  JSON.parse(read(`nodes/locales/${language}/${node}.json`)) as Labels;

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly z?: string;
  readonly wires?: readonly (readonly string[])[];
}
const examples = readdirSync(`${ROOT}/examples`)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, flow: JSON.parse(read(`examples/${file}`)) as FlowNode[] }));

describe('package.json', () => {
  it('says what the flow library wants to know', () => {
    assert.equal(packageJson.license, 'MIT');
    assert.ok(existsSync(`${ROOT}/LICENSE`));
    assert.match(packageJson.name, /^@[a-z-]+\/node-red-[a-z-]+$/);
    assert.ok(packageJson.keywords.includes('node-red'));
    assert.match(packageJson.engines.node, /^>=\d+/);
    assert.match(packageJson['node-red'].version, /^>=\d+\.\d+\.\d+$/);
  });

  it('has few dependencies and runs nothing when installed', () => {
    assert.ok(Object.keys(packageJson.dependencies).length <= 6);
    const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];
    assert.deepEqual(
      installScripts.filter((name) => Object.hasOwn(packageJson.scripts, name)),
      [],
    );
  });

  it('points to files that the build makes', () => {
    const { main, types, bin } = packageJson;
    const files = [main, types, ...Object.values(bin), ...nodes.map(([, file]) => file)];
    assert.deepEqual(
      files.filter((file) => !existsSync(`${ROOT}/${file}`)),
      [],
    );
  });
});

for (const [node, file] of nodes) {
  describe(`the editor's part of ${node}`, () => {
    const html = read(`nodes/${node}.html`);

    it('is registered with an object literal, in the palette category psmf', () => {
      assert.match(html, new RegExp(`RED\\.nodes\\.registerType\\('${node}', \\{\\s`));
      assert.match(html, /category: 'psmf'/);
    });

    it('lies beside the compiled node, with its icon, labels and help', () => {
      const icon = /icon: '([^']+)'/.exec(html)?.[1];
      const built = [file.replace(/\.js$/, '.html'), `dist/nodes/icons/${icon}`].concat(
        LANGUAGES.flatMap((language) =>
          ['json', 'html'].map((ending) => `dist/nodes/locales/${language}/${node}.${ending}`),
        ),
      );
      assert.deepEqual(
        built.filter((path) => !existsSync(`${ROOT}/${path}`)),
        [],
      );
    });

    it('has an input for every setting', () => {
      const defaults = /defaults: \{\n([\s\S]*?)\n {4}\},/.exec(html)?.[1] ?? '';
      const settings = [...defaults.matchAll(/^ {6}(\w+): \{/gm)].map(([, name]) => name);
      assert.ok(settings.length > 3);
      assert.deepEqual(
        settings.filter((name) => !html.includes(`id="node-input-${name}"`)),
        [],
      );
    });

    it('sets no colour of its own on text', () => {
      const style = /<style>[\s\S]*<\/style>/.exec(html)?.[0] ?? '';
      const colours = [...style.matchAll(/color: ([^;]+);/g)].map(([, colour]) => colour);
      assert.deepEqual(
        colours.filter((colour) => !colour.startsWith('var(--red-ui-')),
        [],
      );
      assert.doesNotMatch(html, /style="[^"]*color/);
    });

    for (const language of LANGUAGES) {
      it(`has every label it uses, and no other, in ${language}`, () => {
        const inMarkup = [...html.matchAll(/data-i18n="(?:\[\w+\])?([^"]+)"/g)];
        const inScript = [...html.matchAll(/\b_\('([^']+)'\)/g)];
        const used = new Set([...inMarkup, ...inScript].map(([, key]) => key));
        assert.deepEqual(listKeys(readLabels(language, node)).sort(), [...used].sort());
      });

      it(`has help with all its parts in ${language}`, () => {
        const help = read(`nodes/locales/${language}/${node}.html`);
        assert.match(help, new RegExp(`^<script type="text/html" data-help-name="${node}">`));
        assert.equal(help.match(/<h3>/g)?.length, 5, 'inputs, outputs, details, example, references');
      });
    }

    it('has an example to import', () => {
      assert.ok(examples.some(({ flow }) => flow.some(({ type }) => type === node)));
    });
  });
}

for (const { file, flow } of examples) {
  it(`examples/${file} is one tab of wired nodes`, () => {
    const ids = new Set(flow.map(({ id }) => id));
    const tabs = new Set(flow.filter(({ type }) => type === 'tab').map(({ id }) => id));
    assert.equal(ids.size, flow.length);
    assert.equal(tabs.size, 1);
    for (const { type, z, wires = [] } of flow) {
      assert.ok(type === 'tab' || tabs.has(z ?? ''));
      for (const id of wires.flat()) assert.ok(ids.has(id));
    }
  });
}
