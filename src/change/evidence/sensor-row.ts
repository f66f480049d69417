/** How a sensor follows the others, as learned at one moment: plain data, which stays as it is while the filter goes on. */
export interface SensorRow {
  /** reading = location + unit (level + loadings x). */
  readonly location: number;
  readonly unit: number;
  readonly level: number;
  readonly loadings: readonly number[];
  /** Standard deviation of what the others do not explain, in the sensor's unit. */
  readonly deviation: number;
  /** Share of the sensor's variance that they do, from 0 to 1, as far as units tell. */
  readonly explained: number;
}
