import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
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
      const built = [file.replace(/\.js$/, '.html'), `dist/nodes/icons/${icon}`].concat(
        LANGUAGES.flatMap((language) =>
          ['json', 'html'].map((ending) => `dist/nodes/locales/${language}/${node}.${ending}`),
        ),
      );
      assert.deepEqual(
        built.filter((path) => !existsSync(`${ROOT}/${path}`)),
        [],
      );
      assert.match(read(`dist/nodes/icons/${icon}`), /width="40" height="60"/);
    });

    it('has an input, a label and a hint for every setting', () => {
      const defaults = /defaults: \{\n([\s\S]*?)\n {4}\},/.exec(html)?.[1] ?? '';
      const settings = [...defaults.matchAll(/^ {6}(\w+): \{/gm)].map(([, name]) => name);
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
        const labels = JSON.parse(read(`dist/nodes/locales/${language}/${node}.json`)) as Labels;
        assert.deepEqual(listKeys(labels).sort(), [...used].sort());
      });

      it(`has help with all its parts in ${language}`, () => {
        const help = read(`dist/nodes/locales/${language}/${node}.html`);
        assert.match(help, new RegExp(`^<script type="text/html" data-help-name="${node}">`));
        assert.equal(help.match(/<h3>/g)?.length, 5, 'inputs, outputs, details, example, references');
        assert.doesNotMatch(help, /<!-- include/);
      });
    }
  });
}
