import assert from 'node:assert/strict';
import { readLimits } from '../src/ahead/limit';
import { readSmallestChanges } from '../src/change/alerts/smallest-change';
import type { PsmfError } from '../src/errors';
import { readKinds } from '../src/kinds/kind';

describe('A setting that names sensors', () => {
  const readers = {
    limits: (name: string) => readLimits(`${name}: > 80`),
    kinds: (name: string) => readKinds(`${name}: counter`),
    smallestChange: (name: string) => readSmallestChanges(`${name}: 2 %`),
  };

  for (const [setting, read] of Object.entries(readers)) {
    it(`says of ${setting} that a quote is not closed, whatever the name behind it holds`, () => {
      for (const name of ['"tank', '"tank, left', '"tank""', '"tank"s', '"tank, left" big'])
        assert.throws(
          () => read(name),
          (error: PsmfError) =>
            error.code === 'BAD_OPTION' &&
            error.message.startsWith(`${setting}: expected`) &&
            error.message.includes('a quote that is not closed'),
          name,
        );
    });

    it(`takes a name of ${setting} with quotes within or around it`, () => {
      for (const name of ['5" pipe', '"tank, left"', '"5"" pipe"', '""""']) read(name);
    });
  }
});
