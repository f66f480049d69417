const PARTS: ReadonlySet<string> = inAllLetters(
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'min',
  'sec',
);
const OF_A_WEEK: ReadonlySet<string> = inAllLetters(
  ...['weekday', 'dayOfWeek', 'day_of_week', 'dow', 'wday', 'yday', 'dayOfYear', 'week'],
  ...['millisecond', 'milliseconds', 'ms'],
);
/** With fewer, a field called `second` may be the second of two. */
const FEWEST = 3;

/** Whether the fields of an object are a date in parts; `isPart` then tells them from others. */
export function hasCalendar(names: readonly string[]): boolean {
  let found = 0;
  for (const name of names) if (PARTS.has(name)) found += 1;
  return found >= FEWEST || (found === 2 && names.some((name) => /^hour$/i.test(name)));
}

/** Whether an object with this name may hold a date in parts. */
export const hasCalendarName = (name: string): boolean => PARTS.has(name);

export const isCalendarPart = (name: string): boolean => PARTS.has(name) || OF_A_WEEK.has(name);

function inAllLetters(...names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => [
      name,
      name.toLowerCase(),
      name.toUpperCase(),
      name[0].toUpperCase() + name.slice(1),
    ]),
  );
}
