import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { packageJson, ROOT } from './package-root';

const nodes = Object.entries(packageJson['node-red'].nodes);
const LANGUAGES = ['en-US', 'de', 'ja'];
/** Settings without an input: which version saved the node, and what only version 0.1.0 knew. */
const UNSEEN = ['configVersion', 'robust'];

type Labels = { readonly [name: string]: string | Labels };
const listKeys = (labels: Labels, prefix = ''): string[] =>
  Object.entries(labels).flatMap(([name, label]) =>
    typeof label === 'string' ? [`${prefix}${name}`] : listKeys(label, `${prefix}${name}.`),
  );
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

for (const [node, file] of nodes) {
  describe(`the editor's part of ${node}`, () => {
    const html = read(file.replace(/\.js$/, '.html'));

    it('is registered with an object literal in an inline script, in the palette category psmf', () => {
      assert.match(html, new RegExp(`RED\\.nodes\\.registerType\\('${node}', \\{\\s`));
      assert.match(html, /category: 'psmf'/);
      assert.doesNotMatch(html, /<script[^>]* src=/);
      assert.doesNotMatch(html, /<!-- include/);
    });

    it('lies beside the compiled node, with its icon, labels and help', () => {
      const icon = /icon: '([^']+)'/.exec(html)?.[1];
      const built = [file.replace(/\.js$/, '.html'), `lib/nodes/icons/${icon}`].concat(
        LANGUAGES.flatMap((language) =>
          ['json', 'html'].map((ending) => `lib/nodes/locales/${language}/${node}.${ending}`),
        ),
      );
      assert.deepEqual(
        built.filter((path) => !existsSync(`${ROOT}/${path}`)),
        [],
      );
      assert.match(read(`lib/nodes/icons/${icon}`), /width="40" height="60"/);
    });

    it('has an input, a label and a hint for every setting', () => {
      const defaults = /defaults: \{\n([\s\S]*?)\n\},\n(?!\w+: \{)/.exec(html)?.[1] ?? '';
      const settings = [...defaults.matchAll(/^(\w+): \{/gm)].map(([, name]) => name);
      const seen = settings.filter((name) => !UNSEEN.includes(name));
      assert.ok(seen.length > 3);
      assert.deepEqual(
        seen.filter((name) => !html.includes(`id="node-input-${name}"`)),
        [],
      );
      const told = seen.filter((name) => name !== 'name' && name !== 'propertyType');
      assert.deepEqual(
        told.filter(
          (name) => !html.includes(`data-i18n="hint.${name}"`) || !html.includes(`for="node-input-${name}"`),
        ),
        [],
      );
    });

    it('sets no colour of its own on text', () => {
      const style = /<style>[\s\S]*<\/style>/.exec(html)?.[0] ?? '';
      const colours = [...style.matchAll(/color: ([^;]+);/g)].map(([, colour]) => colour);
      assert.ok(colours.length > 0);
      assert.deepEqual(
        colours.filter((colour) => !colour.startsWith('var(--red-ui-')),
        [],
      );
      assert.doesNotMatch(html, /style="[^"]*color/);
    });

    it('puts names into the page as text only', () => {
      assert.doesNotMatch(html, /\.html\(|innerHTML|\.append\(['"`]|insertAdjacentHTML|document\.write/);
    });

    for (const language of LANGUAGES) {
      it(`has every label it uses, and no other, in ${language}`, () => {
        const inMarkup = [...html.matchAll(/data-i18n="(?:\[\w+\])?([^"]+)"/g)];
        const inScript = [...html.matchAll(/'((?:label|error|port)\.\w+)'/g)];
        const used = new Set([...inMarkup, ...inScript].map(([, key]) => key));
        const labels = JSON.parse(read(`lib/nodes/locales/${language}/${node}.json`)) as Labels;
        const seen = listKeys(labels).filter((key) => !/^(status|summary)\./.test(key));
        assert.deepEqual(seen.sort(), [...used].sort());
        const english = JSON.parse(read(`lib/nodes/locales/en-US/${node}.json`)) as Labels;
        for (const said of ['status', 'summary'])
          assert.deepEqual(Object.keys(labels[said] ?? {}), Object.keys(english[said] ?? {}));
      });

      it(`has help with all its parts in ${language}`, () => {
        const help = read(`lib/nodes/locales/${language}/${node}.html`);
        assert.match(help, new RegExp(`^<script type="text/html" data-help-name="${node}">`));
        assert.equal(help.match(/<h3>/g)?.length, 5, 'inputs, outputs, details, example, references');
        assert.doesNotMatch(help, /<!-- include/);
      });
    }
  });
}

describe('the live view', () => {
  const folder = 'nodes/view/editor';
  const scripts = readdirSync(`${ROOT}/${folder}`)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(`${folder}/${file}`));
  const labelsOf = (language: string): Record<string, string> =>
    JSON.parse(read(`resources/labels/${language}.json`)) as Record<string, string>;

  it('has the same labels in every language, with the same values in them', () => {
    const valuesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    const english = labelsOf('en-US');
    for (const language of LANGUAGES) {
      const labels = labelsOf(language);
      assert.deepEqual(Object.keys(labels).sort(), Object.keys(english).sort(), language);
      for (const [key, text] of Object.entries(english))
        assert.deepEqual(valuesOf(labels[key]), valuesOf(text), `${language} ${key}`);
    }
  });

  it('has every label that its scripts name', () => {
    const used = scripts.flatMap((script) =>
      [...script.matchAll(/label\('([\w.-]+)'/g)].map(([, key]) => key),
    );
    assert.ok(used.length > 40);
    const labels = labelsOf('en-US');
    assert.deepEqual(
      used.filter((key) => !(key in labels)),
      [],
    );
  });

  it('puts names into the page as text only', () => {
    for (const script of [...scripts, read('nodes/view/psmf-view.html')])
      assert.doesNotMatch(script, /\.html\(|innerHTML|insertAdjacentHTML|document\.write/);
  });

  it('takes little to start with: the rest is loaded when the tab opens', () => {
    const page = packageJson['node-red'].plugins['psmf-view'];
    assert.ok(statSync(`${ROOT}/${page}`).size < 4000);
    assert.ok(existsSync(`${ROOT}/resources/main.js`) && existsSync(`${ROOT}/resources/uplot.js`));
    assert.match(read('resources/uplot-LICENSE.txt'), /MIT License/);
    assert.ok(packageJson.files.includes('resources'));
  });
});
