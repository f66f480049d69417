import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { badOption, describe } from './errors';

/** A multiple of the identity, or the whole matrix by rows. */
export type MatrixOption = number | readonly (readonly number[])[];

/** Variances outside this range would overflow or vanish when squared or inverted. */
const SMALLEST = 1e-60;
const LARGEST = 1e60;

export function readInteger(
  name: string,
  value: unknown,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw badOption(name, `a whole number ${range}`, describe(value), `Set ${name} to such a number.`);
}

/** The options of a call: none, or an object. */
export function readOptions<T extends object>(call: string, options: T | undefined): Partial<T> {
  if (options === undefined) return {};
  if (options !== null && typeof options === 'object') return options;
  throw badOption(`The options of ${call}`, 'an object, or nothing', describe(options), 'Leave them out.');
}

export function readPositive(name: string, value: unknown): number {
  if (typeof value === 'number' && value >= SMALLEST && value <= LARGEST) return value;
  throw badOption(
    name,
    `a number from ${SMALLEST} to ${LARGEST}`,
    describe(value),
    `Set ${name} to a positive number in range.`,
  );
}

export function readChoice<T extends string>(name: string, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw badOption(name, choices.join(' or '), describe(value), `Choose one of these for ${name}.`);
}

export function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw badOption(name, 'true or false', describe(value), 'Leave it out for the default.');
}

export function readVector(name: string, value: unknown, length: number): Float64Array {
  if (!isList(value) || value.length !== length) {
    throw badOption(name, `${length} numbers`, describe(value), `Give ${name} one number for each entry.`);
  }
  return Float64Array.from(value, (entry, i) => readEntry(`${name}[${i}]`, entry));
}

/** Row-major copy of a matrix given by rows. */
export function readMatrix(name: string, value: unknown, rows: number, columns: number): Float64Array {
  if (!isList(value) || value.length !== rows) {
    throw badOption(
      name,
      `${rows} rows of ${columns} numbers`,
      describe(value),
      `Give ${name} that many rows.`,
    );
  }
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) out.set(readVector(`${name}[${i}]`, value[i], columns), i * columns);
  return out;
}

/** Row-major copy of a covariance: symmetric, no negative direction. A number means a multiple of the identity. */
export function readCovariance(name: string, value: unknown, size: number): Float64Array {
  if (typeof value === 'number') return scaledIdentity(name, value, size);
  const out = readMatrix(name, value, size, size);
  const matrix = Matrix.from1DArray(size, size, out);
  const scale = matrix.norm('frobenius');
  if (matrix.clone().sub(matrix.transpose()).norm('frobenius') > 1e-9 * scale) {
    throw badOption(
      name,
      'a symmetric matrix',
      'one that differs from its transpose',
      `Make ${name} symmetric.`,
    );
  }
  const symmetric = matrix.clone().add(matrix.transpose()).div(2);
  const smallest = Math.min(
    ...new EigenvalueDecomposition(symmetric, { assumeSymmetric: true }).realEigenvalues,
  );
  if (smallest < -1e-9 * scale) {
    throw badOption(
      name,
      'no negative eigenvalue',
      `${smallest}`,
      `${name} is a covariance: no direction may have a negative variance.`,
    );
  }
  return Float64Array.from(symmetric.to1DArray());
}

function scaledIdentity(name: string, value: number, size: number): Float64Array {
  const variance = readVariance(name, value);
  return Float64Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? variance : 0));
}

export function readVariance(name: string, value: unknown): number {
  if (typeof value === 'number' && (value === 0 || (value >= SMALLEST && value <= LARGEST))) return value;
  throw badOption(
    name,
    `0 or a number from ${SMALLEST} to ${LARGEST}`,
    describe(value),
    'A variance is not negative.',
  );
}

function readEntry(name: string, value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) <= LARGEST) return value;
  throw badOption(
    name,
    `a number of at most ${LARGEST} in size`,
    describe(value),
    'Replace it by a finite number.',
  );
}

/** Arrays from another realm (a function node) and typed arrays count. */
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}
