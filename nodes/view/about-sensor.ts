import { isForgotten } from '../../src/frame/columns';
import { mark } from '../message/shown-frame';
import type { FrameRing } from './frame-ring';
import { correlation } from './together';

/** Readings from which on an error says something. */
const ENOUGH = 20;
const MOST_NEIGHBOURS = 3;
/** Sensors that neighbours are looked for among, and how alike they must be. */
const CANDIDATES = 32;
const ALIKE = 0.3;

/** What the kept frames tell of a sensor. */
interface AboutSensor {
  /** From the least reading to the greatest; null before there are two. */
  readonly range: number | null;
  /** Root mean square of reading less estimate, each made with the reading hidden; null before it is known. */
  readonly error: number | null;
  /** Readings that were hidden. */
  readonly hidden: number;
  /** The sensors that move most like it, and how much. */
  readonly neighbours: readonly { readonly name: string; readonly weight: number }[];
}

/** `isHidden`: estimates are made without the reading they stand beside. Neighbours are looked for among `names`. */
export function aboutSensor(
  ring: FrameRing,
  names: readonly string[],
  j: number,
  isHidden: boolean,
): AboutSensor | null {
  const series = ring.series(j);
  if (series === null) return null;
  let least = Infinity;
  let greatest = -Infinity;
  let squares = 0;
  let hidden = 0;
  for (let i = 0; i < series.value.length; i++) {
    if ((series.mark[i] & mark.kinds) !== mark.observed) continue;
    least = Math.min(least, series.value[i]);
    greatest = Math.max(greatest, series.value[i]);
    const error = series.value[i] - series.estimate[i];
    if (Number.isNaN(error)) continue;
    squares += error * error;
    hidden += 1;
  }
  return {
    range: greatest > least ? greatest - least : null,
    error: isHidden && hidden >= ENOUGH ? Math.sqrt(squares / hidden) : null,
    hidden,
    neighbours: findNeighbours(ring, names, j),
  };
}

function findNeighbours(ring: FrameRing, names: readonly string[], j: number): AboutSensor['neighbours'] {
  const own = ring.series(j);
  const found: { name: string; weight: number }[] = [];
  for (let other = 0; other < Math.min(names.length, ring.sensors, CANDIDATES); other++) {
    const series = ring.series(other);
    if (other === j || own === null || series === null || isForgotten(names[other])) continue;
    const weight = Math.abs(correlation(own, series) ?? 0);
    if (weight >= ALIKE) found.push({ name: names[other], weight });
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, MOST_NEIGHBOURS);
}
