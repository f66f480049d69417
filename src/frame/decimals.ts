/** Not known yet; and more digits than a sensor sends on purpose. */
export const ALL_DECIMALS = 255;
const MORE = 254;
const MOST_DECIMALS = 9;
const POWERS = Array.from({ length: MOST_DECIMALS + 1 }, (_, k) => 10 ** k);
/** What a number loses to its binary form, in parts of its size. */
const ROUNDING = 1e-12;

/** The digits after the point that readings have had, this one included; `known` are those of the ones before. */
export function countDecimals(reading: number, known: number): number {
  if (known === MORE) return MORE;
  let decimals = known === ALL_DECIMALS ? 0 : known;
  while (decimals <= MOST_DECIMALS && !fits(reading, POWERS[decimals])) decimals += 1;
  return decimals > MOST_DECIMALS ? MORE : decimals;
}

const fits = (reading: number, power: number): boolean => {
  const scaled = reading * power;
  return Math.abs(scaled - Math.round(scaled)) <= ROUNDING * Math.max(1, Math.abs(scaled));
};

/** A value with the digits of its sensor; as it is where they are not known. */
export function roundTo(value: number, decimals: number): number {
  if (decimals > MOST_DECIMALS) return value;
  const rounded = Math.round(value * POWERS[decimals]) / POWERS[decimals];
  return Number.isFinite(rounded) ? rounded : value;
}
