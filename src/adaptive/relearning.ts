import type { FilterContext } from './context';
import { restartWeights } from './regression';
import { cell, CELLS, LEAST_COUNT, sensor } from './slots';

/** Readings the favour remembers. */
const MEMORY = 15;
/** Below this the model's errors have lately been four times those of the last value. */
const LEAST_FAVOUR = -0.6;
/** Share of its losses a sensor keeps, and the readings its noise is taken to have behind it. */
const KEPT = 0.02;
const MOST_COUNT = 20;

/**
 * The model has broken down on a sensor where it has lately been far worse than the last value, although over the long
 * memory of the losses it is the better of the two: what the sensor shows has changed, say its gain. With e the model's
 * error and l that of the last value,
 *
 *   favour += ((l^2 - e^2) / (l^2 + e^2) - favour) / 15
 *
 * for readings that differ from the last: one that repeats may be stuck. Below -.6 the row is free to learn again (V += I),
 * the noise is learned afresh, and new losses soon outweigh the old. The forecasts of the frame have been made; `own` is the
 * sensor's cell at gaps of one frame.
 */
export function noticeBreakdown(m: Float64Array, { at }: FilterContext, row: number, own: number): void {
  const modelError = (m[row + sensor.z] - m[at.forecasts]) ** 2;
  const lastError = (m[row + sensor.z] - m[at.forecasts + 1]) ** 2;
  if (lastError > 0) {
    const better = (lastError - modelError) / (lastError + modelError);
    m[row + sensor.favour] += (better - m[row + sensor.favour]) / MEMORY;
  }
  if (m[row + sensor.favour] >= LEAST_FAVOUR || m[own] > m[own + 1]) return;
  for (let i = 0, diagonal = row + at.V; i < at.p; i++, diagonal += i + 1) m[diagonal] += 1;
  restartWeights(m, at, row);
  forgetLosses(m, row + at.losses);
  m[row + sensor.count] = Math.min(m[row + sensor.count], MOST_COUNT);
  m[row + sensor.favour] = 0;
}

/** Losses and counts alike keep their share; a cell of which next to nothing is left is emptied. */
function forgetLosses(m: Float64Array, losses: number): void {
  for (let own = losses; own < losses + CELLS; own += cell.size) {
    const kept = m[own + cell.count] * KEPT < LEAST_COUNT ? 0 : KEPT;
    for (let i = own; i < own + cell.size; i++) m[i] *= kept;
  }
}
