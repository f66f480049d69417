import { readNumber } from './number';

/** Longest text that is looked at. */
const LONGEST_TEXT = 64;
/** Spaces, and the apostrophe of Swiss accounts, between groups of three digits. */
const GROUP = "[ \\u00a0\\u2009\\u202f'’]";
/** A letter, a sign of a unit, or several of them; powers at its end or before a stroke, as in m3/h or W/m². */
const UNIT =
  '(?:[%‰°ºµμΩ€$£\\p{L}\'"][\\p{L}%°µμΩ/·.*^²³⁻¹-]*[23]?(?:/[\\p{L}²³]+[23]?)?|% ?[rR][hHFf]\\.?|deg(?:rees)?\\.? ?[CFK])';
const WRITTEN = new RegExp(
  `^([+-]?)(\\d[\\d.,]*|[.,]\\d+|\\d{1,3}(?:${GROUP}\\d{3})+(?:[.,]\\d+)?)([eE][+-]?\\d{1,3})?(\\s?${UNIT})?$`,
  'u',
);

/** The number of a text as people write it: with a unit, a decimal comma, groups of three; NaN where there is none. */
export function readWritten(text: string): number {
  if (text.length > LONGEST_TEXT) return NaN;
  const match = WRITTEN.exec(plainSigns(text.trim()).replace(/^[−–]/, '-'));
  if (match === null) return NaN;
  const [, sign, digits, exponent = '', unit = ''] = match;
  const isJoined = exponent !== '' && unit !== '' && !unit.startsWith(' ');
  if (isJoined || isHexadecimal(digits, unit) || isIdentity(text)) return NaN;
  const plain = plainDigits(digits);
  return plain === null ? NaN : readNumber(`${sign}${plain}${exponent}`);
}

/** Wide digits and units in one sign, as ℃, in the signs that others use. */
const plainSigns = (text: string): string => (IS_WIDE.test(text) ? text.normalize('NFKC') : text);
const IS_WIDE = /[\u2100-\u214f\u3300-\u33ff\uff01-\uff5e]/;

/** The address of a computer, though 192.168.178.123 could be a large number; or more digits than a reading has. */
export const isIdentity = (text: string): boolean => text.length >= SHORTEST_IDENTITY && IDENTITY.test(text);
const SHORTEST_IDENTITY = 12;
const IDENTITY = /^(?:\d{12,}|\d{1,3}(?:\.\d{1,3}){3,})$/;

/** Signs of a serial number: zeros in front, or letters that go on as digits do; decibels and candela are units all the same. */
const isHexadecimal = (digits: string, unit: string): boolean =>
  /^0\d/.test(digits) || (/^[a-f]{2,}$/i.test(unit) && !/^(?:d[bB][aA]?|cd)$/.test(unit));

/**
 * The digits with a dot for the decimal sign. Where both signs occur, the last one is it. A comma alone is it as well, unless
 * exactly three digits follow, as in 1,013: that is one number in some countries and a thousand times as much in others.
 */
function plainDigits(digits: string): string | null {
  const text = digits.replace(new RegExp(GROUP, 'g'), '');
  const commas = text.split(',').length - 1;
  const dots = text.split('.').length - 1;
  if (commas === 0) return dots <= 1 ? text : ungroup(text, '.');
  if (dots === 0) {
    if (commas > 1) return ungroup(text, ',');
    return /^[1-9]\d{0,2},\d{3}$/.test(text) ? null : text.replace(',', '.');
  }
  const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  const [whole, part, ...more] = text.split(decimal);
  const grouped = ungroup(whole, decimal === ',' ? '.' : ',');
  return more.length > 0 || grouped === null ? null : `${grouped}.${part}`;
}

/** 1.013.000 as 1013000; null where what stands between the signs is no group of three. */
const ungroup = (text: string, sign: string): string | null =>
  text.split(sign).every((group, i) => (i === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
    ? text.split(sign).join('')
    : null;
