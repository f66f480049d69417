import { readCell } from './cell';

/** How a file writes its times, so that later ones can be written alike. */
export type TimeStyle =
  | { readonly kind: 'seconds' | 'milliseconds' }
  | {
      readonly kind: 'calendar';
      readonly order: 'ymd' | 'dmy';
      readonly dateMark: string;
      /** Between date and time of day; null: a date alone. */
      readonly between: string | null;
      readonly hasSeconds: boolean;
      readonly fractionDigits: number;
      /** Text behind the time, such as Z or +02:00. */
      readonly zone: string;
    };

/** Epoch ms, and the style it was written in. */
export interface Time {
  readonly ms: number;
  readonly style: TimeStyle;
}

const DATE = String.raw`(?:(?<y>\d{4})(?<mark>[-/.])(?<m>\d{1,2})\k<mark>(?<d>\d{1,2})|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4}))`;
const CLOCK = String.raw`(?<between>T|\s+)(?<H>\d{1,2}):(?<M>\d{2})(?::(?<S>\d{2})(?:[.,](?<f>\d{1,9}))?)?`;
const ZONE = String.raw`(?<zone>\s?(?:Z|UTC|[+-]\d{2}:?\d{2}))?`;
const CALENDAR = new RegExp(`^${DATE}(?:${CLOCK}${ZONE})?$`);

/** The years 1990 to 2100 in epoch seconds: smaller or larger numbers are taken for readings. */
const EARLIEST = 631152000;
const LATEST = 4102444800;
const MINUTE_MS = 60_000;

/** The time a cell holds: ISO 8601 with T or a space, dd.mm.yyyy, or epoch seconds or milliseconds. Null where it holds none. */
export function readTime(cell: string): Time | null {
  const match = CALENDAR.exec(cell);
  if (match?.groups) return readCalendar(match.groups);
  const number = readCell(cell);
  if (number >= EARLIEST && number <= LATEST) return { ms: number * 1000, style: { kind: 'seconds' } };
  if (number >= EARLIEST * 1000 && number <= LATEST * 1000) {
    return { ms: number, style: { kind: 'milliseconds' } };
  }
  return null;
}

function readCalendar(part: Record<string, string | undefined>): Time | null {
  const whole = (text: string | undefined): number => Number(text ?? 0);
  const order = part.y === undefined ? 'dmy' : 'ymd';
  const [year, month, day] = [part.y ?? part.y2, part.m ?? part.m2, part.d ?? part.d2].map(whole);
  const [hour, minute, second] = [part.H, part.M, part.S].map(whole);
  const midnight = Date.UTC(year, month - 1, day);
  const exists = new Date(midnight).getUTCMonth() === month - 1 && new Date(midnight).getUTCDate() === day;
  if (!exists || hour > 24 || minute > 59 || second > 60) return null;
  const zone = part.zone ?? '';
  const fraction = whole(`0.${part.f ?? '0'}`);
  const local = midnight + ((hour * 60 + minute) * 60 + second + fraction) * 1000;
  return {
    ms: local - zoneOffset(zone),
    style: {
      kind: 'calendar',
      order,
      dateMark: part.mark ?? '.',
      between: part.between ?? null,
      hasSeconds: part.S !== undefined,
      fractionDigits: part.f?.length ?? 0,
      zone,
    },
  };
}

/** Milliseconds ahead of UTC; a time without a zone is taken as UTC, which leaves all differences right. */
function zoneOffset(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * MINUTE_MS;
}

export function writeTime(ms: number, style: TimeStyle): string {
  if (style.kind !== 'calendar') return style.kind === 'seconds' ? `${ms / 1000}` : `${Math.round(ms)}`;
  const iso = new Date(Math.round(ms) + zoneOffset(style.zone)).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-');
  const date = (style.order === 'ymd' ? [year, month, day] : [day, month, year]).join(style.dateMark);
  if (style.between === null) return date;
  const fraction = style.fractionDigits > 0 ? `.${iso.slice(20, 23).padEnd(style.fractionDigits, '0')}` : '';
  const clock = iso.slice(11, style.hasSeconds ? 19 : 16);
  return `${date}${style.between}${clock}${fraction.slice(0, style.fractionDigits + 1)}${style.zone}`;
}
