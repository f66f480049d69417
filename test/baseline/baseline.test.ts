import assert from 'node:assert/strict';
import { modelCases } from '../stream/cases';
import { baselineStreams } from './streams';
import { check, closenessOf, readVectors } from './vectors';

const MOST_SHOWN = 12;

for (const stream of baselineStreams) {
  describe(`numbers as they were on ${stream.name}`, () => {
    const frames = stream.frames();
    const vectors = readVectors(stream);

    it('are written down for every model', () => {
      assert.deepEqual(
        Object.keys(vectors.cases),
        modelCases.map(({ name }) => name),
        'npm run baseline -- --write writes them anew; say why in that commit',
      );
    });

    for (const model of modelCases) {
      it(`${model.name}: ${closenessOf(vectors, stream, model)}`, () => {
        const differences = check(vectors, stream, model, frames);
        const shown = differences.slice(0, MOST_SHOWN).join('\n  ');
        assert.equal(differences.length, 0, `${differences.length} differences:\n  ${shown}`);
      });
    }
  });
}
