import type { Kind } from '../kinds/kind';
import { KindFinder } from '../kinds/kind-finder';
import type { ReadingsTable } from './readings-table';

const FULL_TURN = 360;

/** What a full turn is for each sensor that was set to be an angle, or that the recording shows to be one; 0 for the others. */
export function findTurns(
  { rows, sensors, values }: ReadingsTable,
  set: (column: number) => Kind | null = () => null,
): Float64Array {
  return Float64Array.from({ length: sensors }, (_, j) => {
    const kind = set(j) ?? findKind(values, rows, sensors, j);
    return kind === 'angle' ? FULL_TURN : 0;
  });
}

function findKind(values: Float64Array, rows: number, sensors: number, j: number): Kind {
  const finder = new KindFinder();
  const reading = new Float64Array(1);
  let gap = 0;
  for (let row = 0; row < rows; row++) {
    reading[0] = values[row * sensors + j];
    if (Number.isFinite(reading[0])) finder.learn(reading, 0, gap);
    gap = Number.isFinite(reading[0]) ? 0 : gap + 1;
  }
  return finder.kind;
}
