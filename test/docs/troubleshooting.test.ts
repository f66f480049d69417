import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ROOT } from '../package-root';

type Labels = { readonly status?: Readonly<Record<string, string>> };

/** Those that all nodes have in common, and those of psmf-changepoint. */
const readStatus = (language: string): Readonly<Record<string, string>> => {
  const files = [`form/labels/${language}`, `locales/${language}/psmf-changepoint`];
  const labels = files.map(
    (file) => JSON.parse(readFileSync(`${ROOT}/nodes/${file}.json`, 'utf8')) as Labels,
  );
  return Object.assign({}, ...labels.map(({ status }) => status)) as Record<string, string>;
};

describe('docs/troubleshooting.md', () => {
  const page = readFileSync(`${ROOT}/docs/troubleshooting.md`, 'utf8');
  const told = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, text]) => text);

  it('says of each status text what it means and what to do, and of no other', () => {
    const { language: language, ...texts } = readStatus('en-US');
    assert.equal(language, 'en-US');
    assert.deepEqual(told.sort(), Object.values(texts).sort());
  });

  it('every status text is there in each language, with the same values, and is in none but one', () => {
    const english = readStatus('en-US');
    for (const language of ['de', 'ja']) {
      const texts = readStatus(language);
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) {
        const valuesOf = (each: string): string[] => (each.match(/\{\w+\}/g) ?? []).sort();
        assert.deepEqual(valuesOf(texts[key]), valuesOf(text), key);
        assert.notEqual(texts[key].replace('1 Sensor', ''), text, key);
      }
    }
  });
});
