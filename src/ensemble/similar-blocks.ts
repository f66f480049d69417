/** One block up to this many sensors; of more, blocks of about thirty. */
const ONE_BLOCK_UP_TO = 60;
const BLOCK = 30;

export const needsBlocks = (sensors: number): boolean => sensors > ONE_BLOCK_UP_TO;

/** All columns in one block; or blocks of similar ones, by their correlation over the frames given. */
export function chooseBlocks(sensors: number, frames: readonly Float64Array[]): Int32Array[] {
  const all = Int32Array.from({ length: sensors }, (_, j) => j);
  if (!needsBlocks(sensors)) return [all];
  const z = Array.from(all, (j) => standardised(frames, j));
  const free = new Set<number>(all);
  const blocks: Int32Array[] = [];
  const count = Math.ceil(sensors / BLOCK);
  for (let b = 0; b < count; b++) {
    const size = Math.ceil(free.size / (count - b));
    const [first] = free;
    const similarity = new Map([...free].map((j) => [j, Math.abs(dot(z[first], z[j]))]));
    similarity.set(first, Infinity);
    const chosen = [...free].sort((i, j) => (similarity.get(j) ?? 0) - (similarity.get(i) ?? 0) || i - j);
    const block = chosen.slice(0, size).sort((i, j) => i - j);
    for (const j of block) free.delete(j);
    blocks.push(Int32Array.from(block));
  }
  return blocks;
}

/** The block a sensor that joins belongs to: the smallest, unless all are full. */
export function blockToJoin(blocks: readonly { readonly d: number }[]): number {
  const most = blocks.length === 1 ? ONE_BLOCK_UP_TO : BLOCK + BLOCK / 3;
  let smallest = 0;
  for (let b = 1; b < blocks.length; b++) if (blocks[b].d < blocks[smallest].d) smallest = b;
  return blocks[smallest].d < most ? smallest : -1;
}

/** Zero mean, unit length; gaps are 0. */
function standardised(frames: readonly Float64Array[], j: number): Float64Array {
  const known = frames.map((frame) => frame[j]).filter(Number.isFinite);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(known.length, 1);
  const z = Float64Array.from(frames, (frame) => (Number.isFinite(frame[j]) ? frame[j] - mean : 0));
  const length = Math.sqrt(dot(z, z));
  return length > 0 ? z.map((value) => value / length) : z;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
