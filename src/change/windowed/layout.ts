import { Allocator, createSourceLayout, type SourceLayout } from '../source/layout';
import { MEMORY } from '../source/settings';

export interface WindowedLayout extends SourceLayout {
  /** Coefficients of the frames in the memory, MEMORY x r. */
  readonly features: number;
  /** Frames of the window so far, and the sensors that took part in the last one. */
  readonly filled: number;
  readonly tookPart: number;
  /** How many frames before the newest the first change began, as found last. */
  readonly found: number;
}

export function createWindowedLayout(d: number, r: number): WindowedLayout {
  const allocate = new Allocator(d, 0);
  const source = createSourceLayout(d, r, allocate);
  const windowed = {
    filled: allocate.take(1),
    tookPart: allocate.take(1),
    found: allocate.take(1),
    features: allocate.take(MEMORY * r),
  };
  return { ...source, ...windowed, fields: allocate.fields, length: allocate.end };
}
