import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { translateWords } from '../../nodes/message/translate-words';
import { ENGLISH as LIMIT_WORDS } from '../../src/ahead/words';
import { ENGLISH as CHANGE_WORDS } from '../../src/change';
import { ROOT } from '../package-root';

const TABLES = [
  { node: 'psmf-filter', english: LIMIT_WORDS },
  { node: 'psmf-changepoint', english: CHANGE_WORDS },
];
type Sentences = Readonly<Record<string, string>>;

const readSentences = (language: string, node: string): Sentences => {
  const text = readFileSync(`${ROOT}/nodes/locales/${language}/${node}.json`, 'utf8');
  return (JSON.parse(text) as { readonly summary: Sentences }).summary;
};
const placesOf = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

for (const { node, english } of TABLES) {
  describe(`what ${node} says in words`, () => {
    it('is in English what the core says', () => {
      assert.deepEqual(readSentences('en-US', node), english);
    });

    for (const language of ['de', 'ja']) {
      it(`names the same things in ${language}, and is taken from there`, () => {
        const sentences = readSentences(language, node);
        const places = Object.entries(english).map(([name, said]: [string, string]) => [
          name,
          placesOf(said),
        ]);
        assert.deepEqual(
          Object.entries(sentences).map(([name, said]) => [name, placesOf(said)]),
          places,
        );
        const said = translateWords(english, (key) => sentences[key.replace(/^summary\./, '')]);
        assert.deepEqual(said, sentences);
      });
    }

    it('is in English where the runtime knows no other words', () => {
      assert.deepEqual(
        translateWords(english, (key) => `nodes.${key}`),
        english,
      );
    });
  });
}
