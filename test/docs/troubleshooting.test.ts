import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ROOT } from '../package-root';

const readStatus = (language: string): Readonly<Record<string, string>> =>
  (
    JSON.parse(readFileSync(`${ROOT}/nodes/form/labels/${language}.json`, 'utf8')) as {
      readonly status: Record<string, string>;
    }
  ).status;

describe('docs/troubleshooting.md', () => {
  const page = readFileSync(`${ROOT}/docs/troubleshooting.md`, 'utf8');
  const told = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, text]) => text);

  it('says of each status text what it means and what to do, and of no other', () => {
    assert.deepEqual(told.sort(), Object.values(readStatus('en-US')).sort());
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
