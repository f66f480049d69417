// Writes src/adaptive/kernels/sensor-state.ts: a class with a field for each quantity of a sensor that src/adaptive/state.ts
// declares, the copy of one to another, and all of them as numbers.
//
// Why: V8 keeps a field in the object, and as a double that is changed in place, only where a constructor names it and it begins
// as one; and copying by a loop over names takes thirty times as long, which every sensor of a late frame is.
import { readFileSync, writeFileSync } from 'node:fs';

const inAdaptive = (file) => new URL(`../src/adaptive/${file}`, import.meta.url);
const [, declared] = readFileSync(inAdaptive('state.ts'), 'utf8').match(
  /^export const sensorQuantities = \{\n(.*?)^\}/ms,
);
/** A line each: a comment, or a name and its kind. */
const lines = [...declared.matchAll(/^ {2}(?:(\/\*\*.*)|(\w+)(?:: (\w+))?.*)$/gm)].map(
  ([, comment, name, kind = name]) => ({ comment, name, start: /^(flag|count)$/.test(kind) ? '0' : 'NaN' }),
);
const fields = lines.filter(({ name }) => name !== undefined);

const source = [
  '// Written by scripts/emit-sensor-state.mjs from state.ts, which declares the fields; not under version control.',
  '',
  'export class SensorState {',
  ...lines.map(({ comment, name, start }) =>
    comment === undefined ? `  ${name} = ${start};` : `  ${comment}`,
  ),
  '}',
  '',
  'export function assignSensor(to: SensorState, from: SensorState): void {',
  ...fields.map(({ name }) => `  to.${name} = from.${name};`),
  '}',
  '',
  '/** In the order of the declaration, from a place on. */',
  'export function writeSensor(sensor: SensorState, to: Float64Array, at: number): void {',
  ...fields.map(({ name }, i) => `  to[at + ${i}] = sensor.${name};`),
  '}',
  '',
];
writeFileSync(inAdaptive('kernels/sensor-state.ts'), source.join('\n'));
