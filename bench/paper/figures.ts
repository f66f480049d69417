import { describeBeijing, runBeijing } from './experiment-beijing';
import { describeConvergence, runConvergence } from './experiment-convergence';
import { describeRecursive, runRecursive } from './experiment-recursive';
import { describeSynthetic, runSynthetic } from './experiment-synthetic';

export interface FigureOptions {
  readonly data?: string;
  readonly runs?: string;
  readonly restarts: string;
}

export interface Figure {
  readonly result: unknown;
  readonly text: string;
}

const figures: Readonly<Record<string, (options: FigureOptions) => Figure>> = {
  beijing: ({ data, runs, restarts }) => {
    if (data === undefined) throw new Error('--figure beijing needs --data DIR.');
    const result = runBeijing(data, readCount('runs', runs, 20), readCount('restarts', restarts, 20));
    return { result, text: describeBeijing(result) };
  },
  synthetic: ({ runs }) => {
    const result = runSynthetic(readCount('runs', runs, 40));
    return { result, text: describeSynthetic(result) };
  },
  recursive: ({ runs }) => {
    const result = runRecursive(readCount('runs', runs, 100));
    return { result, text: describeRecursive(result) };
  },
  convergence: () => {
    const result = runConvergence([1, 10, 100, 1000]);
    return { result, text: describeConvergence(result) };
  },
};

export const figureNames = Object.keys(figures);

/** Runs the experiment of that name. */
export function runFigure(name: string, options: FigureOptions): Figure {
  if (!Object.hasOwn(figures, name))
    throw new Error(`--figure: expected ${figureNames.join(', ')}, got ${name}.`);
  return figures[name](options);
}

function readCount(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--${name}: expected a whole number of at least 1, got ${text}.`);
}
