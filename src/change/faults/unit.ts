import { meanMisfit, misfit, type Correction, type FaultSums } from './correction';

interface Conversion {
  readonly name: string;
  readonly factor: number;
  readonly offset: number;
}

/** Units that devices are switched between: new reading = factor times the old one + offset. */
const PAIRS: readonly Conversion[] = [
  { name: '°C to °F', factor: 1.8, offset: 32 },
  { name: '°C to K', factor: 1, offset: 273.15 },
  { name: 'K to °F', factor: 1.8, offset: -459.67 },
  { name: 'bar to kPa', factor: 100, offset: 0 },
  { name: 'kW to W', factor: 1000, offset: 0 },
  { name: 'MPa to bar', factor: 10, offset: 0 },
  { name: 'bar to Pa', factor: 1e5, offset: 0 },
  { name: 'MPa to Pa', factor: 1e6, offset: 0 },
  { name: 'bar to psi', factor: 14.50377, offset: 0 },
  { name: 'psi to kPa', factor: 6.894757, offset: 0 },
  { name: 'm/s to km/h', factor: 3.6, offset: 0 },
  { name: 'inch to mm', factor: 25.4, offset: 0 },
  { name: 'm to ft', factor: 3.28084, offset: 0 },
  { name: 'l/s to l/min', factor: 60, offset: 0 },
  { name: 'l/min to l/h', factor: 60, offset: 0 },
  { name: 'l/s to m³/h', factor: 3.6, offset: 0 },
  { name: 'm³/h to l/min', factor: 16.66667, offset: 0 },
  { name: 'gal to l', factor: 3.785412, offset: 0 },
  { name: 'kWh to MJ', factor: 3.6, offset: 0 },
];

const CONVERSIONS: readonly Conversion[] = PAIRS.flatMap(({ name, factor, offset }) => [
  { name, factor, offset },
  { name: name.split(' to ').reverse().join(' to '), factor: 1 / factor, offset: -offset / factor },
]);

/** Deviations by which the readings must miss what was expected. */
const CLEAR = 5;
/** Where a conversion fits, readings scatter as they did before, times its factor: within this ratio, about a mean within this. */
const ALIKE = 1.6;
const CENTRED = 0.5;
/** The same, as a share of how far the readings went: what is expected of a sensor is known no better. */
const CENTRED_SHARE = 0.01;

export interface UnitFault {
  /** "°C to °F"; several conversions of the same factor are named together. */
  readonly unit: string;
  readonly correction: Correction;
}

/** How unlike what is left after a conversion is what it was before, times the factor: 0, the same. */
const unlikeness = (sums: FaultSums, factor: number, offset: number): number =>
  Math.abs(Math.log(misfit(sums, factor, offset) / (factor * sums.deviation)));

/** The conversion that the readings fit best; null: none fits. */
export function findUnit(sums: FaultSums): UnitFault | null {
  if (misfit(sums, 1, 0) < CLEAR * sums.deviation) return null;
  const shift = Math.abs(meanMisfit(sums, 1, 0));
  let best: Conversion | null = null;
  let least = Math.min(Math.log(ALIKE), unlikeness(sums, 1, meanMisfit(sums, 1, 0)) + 1e-9); // an offset fits no better
  for (const conversion of CONVERSIONS) {
    const { factor, offset } = conversion;
    const expected = factor * sums.deviation;
    const mean = meanMisfit(sums, factor, offset);
    const off = unlikeness(sums, factor, offset + mean);
    if (!(off < least) || Math.abs(mean) > Math.max(CENTRED * expected, CENTRED_SHARE * shift)) continue;
    best = conversion;
    least = off;
  }
  if (best === null) return null;
  const { factor, offset } = best;
  const alike = CONVERSIONS.filter((other) => other.factor === factor && other.offset === offset);
  return {
    unit: alike.map(({ name }) => name).join(', '),
    correction: { factor: 1 / factor, offset: -offset / factor },
  };
}
