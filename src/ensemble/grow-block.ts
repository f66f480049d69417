import { copyInto, copySensor, type Numbers } from './numbers';
import { RegressionBlock } from './regression-block';
import type { ClockInputs } from './regression-pair';

/** The block with one more sensor, which takes part once it has been read often enough; lags that are then too many are dropped. */
export function growBlock(block: RegressionBlock, column: number, turn: number): RegressionBlock {
  const { d, inputs } = block;
  const { moments } = block.regressions;
  const columns = Int32Array.of(...block.columns, column);
  const grown = new RegressionBlock(columns, block.clock, turn, block.delays.areLookedFor);
  const copyPast = (to: Float32Array, from: Float32Array): void => {
    for (let lag = 0; lag < grown.inputs.lags; lag++)
      to.set(from.subarray(lag * d, (lag + 1) * d), lag * (d + 1));
  };
  copyInto(perSensor(grown), perSensor(block));
  grown.delays.takeOver(block.delays);
  grown.progress.set(block.progress);
  grown.regressions.moments.weight.set(moments.weight);
  copyPast(grown.inputs.past, inputs.past);
  if (grown.inputs.lags === inputs.lags) grown.inputs.pastFrames.set(inputs.pastFrames);
  const position = (i: number): number => placeIn(grown, d, inputs.lags, moments.inputs, i);
  for (let i = 0, at = 0; i < moments.size; i++) {
    for (let k = 0; k <= i; k++, at++) {
      const row = position(i);
      const column = position(k);
      if (row < 0 || column < 0) continue;
      grown.regressions.moments.M[(row * (row + 1)) / 2 + column] = moments.M[at];
    }
  }
  grown.invert();
  return grown;
}

/** The block with the inputs of another clock, of which nothing is known; what was learned of the sensors goes on. */
export function changeInputs(block: RegressionBlock, clock: ClockInputs, turn: number): RegressionBlock {
  const { inputs } = block;
  const { moments } = block.regressions;
  const changed = new RegressionBlock(block.columns, clock, turn, block.delays.areLookedFor);
  copyInto(perSensor(changed), perSensor(block));
  changed.delays.takeOver(block.delays);
  changed.progress.set(block.progress);
  changed.regressions.moments.weight.set(moments.weight);
  changed.inputs.past.set(inputs.past);
  changed.inputs.pastFrames.set(inputs.pastFrames);
  const sensors = block.d * (inputs.lags + 1);
  changed.regressions.moments.M.set(moments.M.subarray(0, rowOf(sensors)));
  const from = rowOf(moments.size - 1);
  const to = rowOf(changed.regressions.moments.size - 1);
  changed.regressions.moments.M.set(moments.M.subarray(from, from + sensors), to);
  changed.regressions.moments.M[to + changed.regressions.moments.size - 1] =
    moments.M[from + moments.size - 1];
  changed.invert();
  return changed;
}

/** Another sensor in place i of the block, of which nothing is known: it takes part once it has been read often enough. */
export function replaceInBlock(block: RegressionBlock, i: number): void {
  const { d, inputs } = block;
  const { moments } = block.regressions;
  copySensor(perSensor(block), perSensor(new RegressionBlock(Int32Array.of(0), block.clock)), i);
  block.delays.clearSensor(i, block.regressions.present.leftOut, block.residual);
  for (let at = i; at < inputs.past.length; at += d) inputs.past[at] = 0;
  const isOfSensor = (entry: number): boolean => entry < d * (inputs.lags + 1) && entry % d === i;
  for (let row = 0, at = 0; row < moments.size; row++)
    for (let k = 0; k <= row; k++, at++) if (isOfSensor(row) || isOfSensor(k)) moments.M[at] = 0;
  block.invert();
}

/** Where entry i of w stands in the grown block; -1: nowhere. */
function placeIn(grown: RegressionBlock, d: number, lags: number, inputs: number, i: number): number {
  const sensors = d * (lags + 1);
  if (i >= sensors) return grown.regressions.moments.size - (sensors + inputs + 1 - i);
  const lag = Math.floor(i / d);
  return lag > grown.inputs.lags ? -1 : lag * (d + 1) + (i % d);
}

const perSensor = (block: RegressionBlock): readonly Numbers[] => [
  ...[block.inputs.location, block.inputs.scale, block.inputs.entered],
  ...[block.regressions.present.leftOut, block.regressions.dynamic.leftOut, block.cuts],
  ...block.residual.arrays,
  ...block.units.arrays,
];

/** Where row i of a lower triangle begins. */
const rowOf = (i: number): number => (i * (i + 1)) / 2;
