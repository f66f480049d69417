import { lagsFor } from './regression-block';
import { needsBlocks } from './similar-blocks';

/** Inputs of the clock, at most, and the constant. */
const CLOCK = 15;
/** Sensors of a block at most, where there are several. */
const BLOCK = 40;

/** The most memory that challengers and stack of so many sensors take: profiles, evidence, moments and their inverses. */
export function bytesOfEnsemble(sensors: number): number {
  const block = needsBlocks(sensors) ? BLOCK : sensors;
  const blocks = needsBlocks(sensors) ? Math.ceil(sensors / (BLOCK - 10)) : 1;
  const size = block * (lagsFor(block) + 1) + CLOCK;
  return 30_000 + 12_000 * sensors + blocks * 8 * (3 * size ** 2 + 4 * (block + 1) ** 2);
}
