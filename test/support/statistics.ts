export const missing = (value: number): boolean => Number.isNaN(value);
export const known = (values: number[]): number[] => values.filter((value) => !missing(value));
export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
export const average = (values: number[]): number => sum(values) / values.length;
export const clip = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
export const column = (rows: number[][], j: number): number[] => rows.map((row) => row[j]);

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Median, and 1.4826 MAD or the standard deviation where the MAD says too little. */
export function robust(values: number[], about: 'mean' | 'zero'): [number, number] {
  const centre = median(values);
  const mad = 1.4826 * median(values.map((value) => Math.abs(value - centre)));
  const middle = about === 'mean' ? average(values) : 0;
  const deviation = Math.sqrt(average(values.map((value) => (value - middle) ** 2)));
  return [centre, mad > 0.1 * deviation ? mad : deviation];
}
