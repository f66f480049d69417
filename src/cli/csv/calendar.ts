/** How a file writes dates, so that later ones can be written alike. */
export interface CalendarStyle {
  readonly kind: 'calendar';
  readonly order: 'ymd' | 'dmy' | 'mdy';
  readonly dateMark: string;
  /** Between date and time of day; null: a date alone. */
  readonly between: string | null;
  readonly hasSeconds: boolean;
  readonly fractionDigits: number;
  /** Text before AM or PM; null: the hours go to 24. */
  readonly beforeHalf: string | null;
  /** Text behind the time, such as Z or +02:00. */
  readonly zone: string;
}

const YEAR_FIRST = String.raw`(?<y>\d{4})(?<mark>[-/.])(?<m>\d{1,2})\k<mark>(?<d>\d{1,2})`;
const YEAR_LAST = String.raw`(?<p>\d{1,2})(?<mark2>[./-])(?<q>\d{1,2})\k<mark2>(?<y2>\d{4})`;
const CLOCK = String.raw`(?<between>T|,?\s+)(?<H>\d{1,2}):(?<M>\d{2})(?::(?<S>\d{2})(?:[.,](?<f>\d{1,9}))?)?`;
const HALF = String.raw`(?:(?<gap>\s?)(?<half>[AaPp][Mm]))?`;
const ZONE = String.raw`(?<zone>\s?(?:Z|UTC|[+-]\d{2}:?\d{2}))?`;
const CALENDAR = new RegExp(`^(?:${YEAR_FIRST}|${YEAR_LAST})(?:${CLOCK}${HALF}${ZONE})?$`);
const MINUTE_MS = 60_000;

/** Epoch ms of a date with or without a time of day; null where the text is none. 31.12.2024 always has the day first. */
export function readCalendar(
  text: string,
  isMonthFirst: boolean,
): { readonly ms: number; readonly style: CalendarStyle } | null {
  const part: Record<string, string | undefined> | undefined = CALENDAR.exec(text)?.groups;
  if (part === undefined) return null;
  const order = part.y !== undefined ? 'ymd' : isMonthFirst && part.mark2 !== '.' ? 'mdy' : 'dmy';
  const [month, day] = { ymd: [part.m, part.d], mdy: [part.p, part.q], dmy: [part.q, part.p] }[order].map(
    Number,
  );
  const [hourRead, minute, second] = [part.H, part.M, part.S].map((digits) => Number(digits ?? 0));
  const hour = part.half === undefined ? hourRead : (hourRead % 12) + (/^p/i.test(part.half) ? 12 : 0);
  const midnight = Date.UTC(Number(part.y ?? part.y2), month - 1, day);
  const exists = new Date(midnight).getUTCMonth() === month - 1 && new Date(midnight).getUTCDate() === day;
  if (!exists || hourRead > (part.half === undefined ? 24 : 12) || minute > 59 || second > 60) return null;
  const zone = part.zone ?? '';
  const fraction = Number(`0.${part.f ?? '0'}`);
  return {
    ms: midnight + ((hour * 60 + minute) * 60 + second + fraction) * 1000 - zoneOffset(zone),
    style: {
      kind: 'calendar',
      order,
      dateMark: part.mark ?? part.mark2 ?? '.',
      between: part.between ?? null,
      hasSeconds: part.S !== undefined,
      fractionDigits: part.f?.length ?? 0,
      beforeHalf: part.half === undefined ? null : (part.gap ?? ''),
      zone,
    },
  };
}

/** Milliseconds ahead of UTC; a time without a zone is taken as UTC, which leaves all differences right. */
export function zoneOffset(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * MINUTE_MS;
}

export function writeCalendar(ms: number, style: CalendarStyle): string {
  const iso = new Date(Math.round(ms) + zoneOffset(style.zone)).toISOString();
  const [y, m, d] = iso.slice(0, 10).split('-');
  const date = { ymd: [y, m, d], dmy: [d, m, y], mdy: [m, d, y] }[style.order].join(style.dateMark);
  if (style.between === null) return date;
  const hour = Number(iso.slice(11, 13));
  const hourText = style.beforeHalf === null ? iso.slice(11, 13) : `${hour % 12 || 12}`;
  const half = style.beforeHalf === null ? '' : `${style.beforeHalf}${hour < 12 ? 'AM' : 'PM'}`;
  const fraction = style.fractionDigits > 0 ? `.${iso.slice(20, 23).padEnd(style.fractionDigits, '0')}` : '';
  const clock = `${hourText}${iso.slice(13, style.hasSeconds ? 19 : 16)}`;
  return `${date}${style.between}${clock}${fraction.slice(0, style.fractionDigits + 1)}${half}${style.zone}`;
}
