import { modelCases } from '../stream/cases';
import { baselineStreams, type BaselineStream } from './streams';
import { check, readVectors, writeVectors } from './vectors';

/** Checks the present build against the baseline vectors, or writes them anew. Exit code 1: they differ; 2: wrong usage. */
function main(args: readonly string[]): number {
  if (args.length > 1 || (args.length === 1 && args[0] !== '--write')) {
    console.error('Usage: npm run baseline [-- --write]');
    return 2;
  }
  if (args.length === 1) {
    baselineStreams.forEach(writeVectors);
    return 0;
  }
  const differing = baselineStreams.flatMap(listDifferences);
  console.log(differing.length === 0 ? 'All numbers are as they were.' : differing.join('\n'));
  return differing.length === 0 ? 0 : 1;
}

/** A line for each model whose numbers have changed. */
function listDifferences(stream: BaselineStream): string[] {
  const frames = stream.frames();
  const vectors = readVectors(stream);
  return modelCases.flatMap((model) => {
    const differences = check(vectors, stream, model, frames);
    if (differences.length === 0) return [];
    return [`${stream.name}, ${model.name}: ${differences.length} differences, first: ${differences[0]}`];
  });
}

process.exitCode = main(process.argv.slice(2));
