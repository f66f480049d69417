import { lagsFor } from './regression-block';
import { needsBlocks } from './similar-blocks';

/** Inputs of the clock, at most, and the constant. */
const CLOCK = 15;
/** Sensors of a block at most, where there are several. */
const BLOCK = 40;

/** Of each sensor: profile, evidence, votes, and the first frames, of which blocks are chosen. */
const SENSOR_BYTES = 7_000;
/** Besides what is counted here, in objects and arrays. */
const BASE_BYTES = 30_000;
const DOUBLE_BYTES = 8;

/**
 * The most memory that challengers and stack of so many sensors take. Of each block, in doubles: moments and the triangle of an inverse
 * under way, half of size^2 each; rows of the precision in use and of the next, d size as singles; the present regression and the
 * factors of all that are missing, in the block and its three forks.
 */
export function bytesOfEnsemble(sensors: number): number {
  const block = needsBlocks(sensors) ? BLOCK : sensors;
  const blocks = needsBlocks(sensors) ? Math.ceil(sensors / (BLOCK - 10)) : 1;
  const size = block * (lagsFor(block) + 1) + CLOCK;
  const ofBlock = size ** 2 + block * size + 4 * (block + 1) ** 2;
  return BASE_BYTES + SENSOR_BYTES * sensors + DOUBLE_BYTES * blocks * ofBlock;
}
