import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CsvTable } from '../../src/cli/csv/csv-table';
import { readMask } from '../../src/cli/read-mask';
import { readTable } from '../../src/cli/read-table';
import { drawMask, type Mask, type Pattern } from '../../src/evaluate/mask';
import type { ReadingsTable } from '../../src/evaluate/readings-table';
import { nextUniform } from '../../src/random';
import type { Tables } from './comparison';
import { dataSets } from './data-sets';

/** One recording or plant, and what is hidden of it. */
export interface MaskedTable {
  readonly name: string;
  /** The recording, or the plant, without what is hidden of it. */
  readonly source: string;
  /** What the geometric means are taken over: a pattern of recordings, or the plants. */
  readonly group: Pattern | 'plants';
  readonly load: () => Promise<{ readonly table: ReadingsTable; readonly mask: Mask }>;
}

/** Sensors of the small variants. */
const FEW = 5;
/** The recordings come without times: an arbitrary Monday. */
const START = Date.UTC(2026, 0, 5);

/** Every recording whole and with five random sensors, under every pattern and seed. */
export function recordingCells(tables: Tables, patterns: readonly Pattern[], seeds: number): MaskedTable[] {
  return [...tables].flatMap(([set, table]) =>
    patterns.flatMap((pattern) =>
      Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) => {
        const timed = withTimes(table, 1000 * dataSets[set].stepSeconds);
        const variants = [{ suffix: '', of: timed }];
        if (table.sensors > FEW) variants.push({ suffix: `, ${FEW}`, of: pickSensors(timed, FEW, seed) });
        return variants.map(({ suffix, of }) => ({
          name: `${dataSets[set].title}${suffix}, ${pattern}, ${seed}`,
          source: `${dataSets[set].title}${suffix}`,
          group: pattern,
          load: () => Promise.resolve({ table: of, mask: drawMask(of, pattern, seed) }),
        }));
      }),
    ),
  );
}

/** The simulated plants of a folder, under the masks that came with them. */
export function plantCells(folder: string, suffix = ''): MaskedTable[] {
  const list = join(folder, 'patterns.json');
  if (!existsSync(list)) return [];
  const plants = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>;
  return Object.entries(plants).flatMap(([plant, patterns]) =>
    patterns.map((pattern) => ({
      name: `${plant} / ${pattern}${suffix}`,
      source: plant,
      group: 'plants' as const,
      load: async () => {
        const table = await readTable(
          await CsvTable.open(join(folder, `${plant}.csv`), { rows: 'time', header: true }),
        );
        const mask = await readMask(join(folder, `${plant}.${pattern}.mask.csv`), table.rows, table.sensors);
        return { table: { ...table, turns: findAngles(plant, table.sensors) }, mask };
      },
    })),
  );
}

/** The masts' directions are the first three sensors of that plant. */
const findAngles = (plant: string, sensors: number): Float64Array =>
  Float64Array.from({ length: sensors }, (_, j) => (plant === 'angle' && j < 3 ? 360 : 0));

function withTimes(table: ReadingsTable, stepMs: number): ReadingsTable {
  const hasTimes = table.ms !== undefined && table.ms.every(Number.isFinite);
  return hasTimes ? table : { ...table, ms: Float64Array.from(table.dt, (_, row) => START + row * stepMs) };
}

function pickSensors(table: ReadingsTable, few: number, seed: number): ReadingsTable {
  const state = Float64Array.of(seed);
  const columns = Array.from({ length: table.sensors }, (_, j) => j);
  for (let i = 0; i < few; i++) {
    const other = i + Math.floor(nextUniform(state, 0) * (table.sensors - i));
    [columns[i], columns[other]] = [columns[other], columns[i]];
  }
  const chosen = columns.slice(0, few).sort((a, b) => a - b);
  const values = new Float64Array(table.rows * few);
  for (let row = 0; row < table.rows; row++)
    chosen.forEach((column, j) => (values[row * few + j] = table.values[row * table.sensors + column]));
  return { ...table, sensors: few, values };
}
