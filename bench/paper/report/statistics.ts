export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the population, as the paper's tables have it. */
export const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
};

export const share = (values: readonly number[], holds: (value: number) => boolean): number =>
  values.filter(holds).length / values.length;

export const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
