const DIGITS = 9;

/** A number as it is written to a file: nine digits, none of them a needless zero; empty where there is none. */
export const writeNumber = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '';
