import type { Coverage } from '../ensemble/hidden-errors';
import type { Kind } from '../kinds/kind';
import type { Measured } from '../kinds/measured';

/** Beyond this share of the sensor's own deviation a fill says little that its mean does not. */
const WORTH = 0.7;
/** Another sensor that shares less of the movement than this is not named. */
const MIN_SHARED = 0.2;
const MOST_NAMED = 3;
/** Intervals are this many root mean squares wide, to either side. */
const WIDTH = 2;

/** What becomes of a sensor if it dies, by what the model has measured on readings that it hid from itself. */
export interface SensorReceipt {
  readonly name: string;
  readonly kind: Kind;
  /** Null: too few readings were hidden yet. */
  readonly isReplaceable: boolean | null;
  /** For gaps up to so long; the time is null where frames have none. */
  readonly gapFrames: number | null;
  readonly gapSeconds: number | null;
  /** Root mean square of what fills in such gaps were off by, and the half width that holds 95 %; of a counter, a frame's. */
  readonly error: number | null;
  readonly within: number | null;
  readonly deviation: number | null;
  /** The length of the rhythm that moves it; null: none does. */
  readonly rhythmSeconds: number | null;
  /** The sensors that move most like it; none: it is filled from its own past. */
  readonly from: readonly string[];
  /** By the length of the gap in frames. */
  readonly errors: readonly { readonly gap: number; readonly error: number }[];
}

/** What a model has measured of itself. */
export interface Receipt extends Coverage {
  readonly frames: number;
  readonly periodSeconds: number | null;
  /** The best replaceable first, those that nothing stands in for last. */
  readonly sensors: readonly SensorReceipt[];
}

export function describeReceipt(
  measured: Measured,
  names: readonly string[],
  isShown: (name: string) => boolean,
  frames: number,
  periodMs: number | null,
): Receipt {
  const columns = [...names.keys()].filter((j) => isShown(names[j]));
  const sensors = columns.map((j) => describeSensor(measured, names, columns, j, periodMs));
  return {
    ...{ frames, periodSeconds: secondsOf(periodMs) },
    ...measured.coverage,
    sensors: sensors.sort((a, b) => rankOf(a) - rankOf(b)),
  };
}

function describeSensor(
  measured: Measured,
  names: readonly string[],
  columns: readonly number[],
  j: number,
  periodMs: number | null,
): SensorReceipt {
  const { deviation, errors } = measured.fill(j);
  const longest = errors.filter(({ error }) => error <= WORTH * deviation).at(-1) ?? null;
  const gapFrames = longest?.gap ?? null;
  const error = (longest ?? errors.at(-1))?.error ?? null;
  return {
    ...{ name: names[j], kind: measured.kinds[j] },
    isReplaceable: errors.length === 0 || !(deviation > 0) ? null : longest !== null,
    gapFrames,
    gapSeconds: gapFrames === null || periodMs === null ? null : (gapFrames * periodMs) / 1000,
    ...{ error, within: error === null ? null : WIDTH * error },
    deviation: deviation > 0 ? deviation : null,
    rhythmSeconds: secondsOf(measured.rhythm(j)),
    from: findSources(measured, names, columns, j),
    errors,
  };
}

function findSources(
  measured: Measured,
  names: readonly string[],
  columns: readonly number[],
  j: number,
): string[] {
  return columns
    .filter((other) => other !== j)
    .map((other) => ({ name: names[other], share: measured.sharedMovement(j, other) }))
    .filter(({ share }) => share >= MIN_SHARED)
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_NAMED)
    .map(({ name }) => name);
}

/** Error in deviations; then what is irreplaceable, then what is not measured. */
const rankOf = ({ isReplaceable, error, deviation }: SensorReceipt): number =>
  isReplaceable === null ? 1e9 : (isReplaceable ? 0 : 1e6) + (error ?? 0) / (deviation ?? 1);

const secondsOf = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
