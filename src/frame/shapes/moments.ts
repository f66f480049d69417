import type { AbsentPlace, Findings, FoundMoment, FoundValue } from './shape';

/**
 * The values of a message by moments. As long as no name comes twice, all are of one moment, the newest of their times: devices
 * that report on change send an old time with a value that still holds. Where a name comes again, the values are sorted by
 * time, and one that is more than half the shortest interval of a name after the first of its moment opens the next. A name that
 * comes twice with one time is of one moment.
 */
export function splitMoments(
  values: readonly FoundValue[],
  time: number | null,
  absentAt: (moment: readonly FoundValue[], time: number | null) => AbsentPlace | null,
): FoundMoment[] {
  if (values.length === 0) return [];
  const shortest = shortestInterval(values, time);
  if (shortest === null) {
    const newest = newestOf(values, time);
    return [{ time: newest, values, absent: absentAt(values, newest) }];
  }
  const sorted = [...values].sort((a, b) => (a.time ?? time ?? 0) - (b.time ?? time ?? 0));
  const groups: FoundValue[][] = [];
  let opened = -Infinity;
  for (const value of sorted) {
    const at = value.time ?? time ?? 0;
    if (groups.length === 0 || at - opened > shortest / 2) {
      groups.push([]);
      opened = at;
    }
    groups[groups.length - 1].push(value);
  }
  return groups.map((group) => {
    const newest = newestOf(group, time);
    return { time: newest, values: group, absent: absentAt(group, newest) };
  });
}

/** Between two values of one name, in ms; null: no name comes twice. */
function shortestInterval(values: readonly FoundValue[], time: number | null): number | null {
  const last = new Map<string, number[]>();
  let isTwice = false;
  for (const value of values) {
    const times = last.get(value.name);
    isTwice ||= times !== undefined;
    if (times === undefined) last.set(value.name, [value.time ?? time ?? 0]);
    else times.push(value.time ?? time ?? 0);
  }
  if (!isTwice) return null;
  let shortest = Infinity;
  for (const times of last.values()) {
    times.sort((a, b) => a - b);
    for (let i = 1; i < times.length; i++)
      if (times[i] > times[i - 1]) shortest = Math.min(shortest, times[i] - times[i - 1]);
  }
  return shortest;
}

function newestOf(values: readonly FoundValue[], time: number | null): number | null {
  let newest: number | null = null;
  for (const value of values)
    if (value.time !== null && (newest === null || value.time > newest)) newest = value.time;
  return newest ?? time;
}

/** Findings of one moment, or of several by the values' own times. */
export const foundIn = (
  values: readonly FoundValue[],
  time: number | null,
  absent: AbsentPlace | null,
  device: string | null = null,
): Findings => {
  const moments = splitMoments(values, time, () => absent);
  return {
    moments: moments.length > 0 ? moments : [{ time, values: [], absent }],
    isBatch: moments.length > 1,
    device,
  };
};
