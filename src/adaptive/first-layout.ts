import { damagedState } from '../errors';
import { packedLength } from '../linalg/packed';

/** What an array of release 0.1.0 has before and in its records: numbers of a frame long gone among them. */
const HEADER = 5;
const SCALARS = { all: 21, state: 8 } as const;
const FIELDS = { all: 71, state: 46 } as const;
const EXPERTS = 5;
const LOSSES = 2 * 7 * (EXPERTS + 2);
const HISTORY = 44;

/** An array of release 0.1.0 in the layout of today: without what only described the last frame. */
export function readFirstLayout(sensors: number, data: Float64Array): Float64Array {
  const [seq, rank, replayRank, position, frames] = data.subarray(0, HEADER);
  const isRank = (r: number): boolean => Number.isInteger(r) && r >= 0 && r < 16;
  if (!isRank(rank) || !isRank(replayRank))
    throw damagedState('a rank', 'below 16', `${rank}, ${replayRank}`);
  const out = [-2, seq, rank, replayRank, position, frames, EXPERTS, FIELDS.state];
  let from = HEADER;
  const copy = (length: number): void => {
    for (const value of data.subarray(from, (from += length))) out.push(value);
  };
  copy(sensors * HISTORY);
  for (const r of [rank, replayRank]) {
    if (r === 0) continue;
    const p = r + 1;
    const k = Math.min(4, r);
    const n = k + 3;
    const seed = data[from];
    from += 1;
    copy(SCALARS.state - 1);
    from += SCALARS.all - SCALARS.state;
    out.push(seed);
    copy(3 * p + r + 2 * packedLength(r) + LOSSES);
    from += 2 * r + p + n + 3 * EXPERTS;
    for (let j = 0; j < sensors; j++) {
      copy(FIELDS.state);
      from += FIELDS.all - FIELDS.state;
      copy(2 * (p + packedLength(p)));
      const losses = data.subarray(from, (from += LOSSES));
      copy(k + 2 * n + packedLength(n));
      out.push(...losses);
      from += r + 1;
    }
  }
  copy(Math.max(frames, 0) * (sensors + 1));
  if (from !== data.length) throw damagedState('its length', `${from} numbers`, `${data.length}`);
  return Float64Array.from(out);
}
