import { existsSync } from 'node:fs';
import path from 'node:path';
import { createDetector, type ChangeEvent, type Sensitivity } from '../../src';
import { markdownTable } from '../table';
import { numbersOf, readTable } from './table-file';

/** Plants of DIR/plants, and the alarms that are allowed in each: none has a change but the machine that starts and stops. */
const MOST = { daily: 2, rooms: 2, regime: 8 } as const;
type Plant = keyof typeof MOST;

export interface PlantResult {
  readonly plant: Plant;
  readonly sensitivity: Sensitivity;
  readonly frames: number;
  /** The frame of each alarm, what it says, and its first sensors. */
  readonly alarms: readonly string[];
  readonly most: number;
}

/** A month of sun, load and rooms, six rooms that follow the weather, and a machine that starts and stops; without gaps. */
export function runPlants(data: string | undefined): PlantResult[] {
  if (data === undefined) return [];
  return (Object.keys(MOST) as Plant[]).flatMap((plant) => {
    const file = path.join(data, 'plants', `${plant}.csv`);
    if (!existsSync(file)) return [];
    const { names, rows } = readTable(file, ',');
    const sensors = names.slice(1);
    const frames = rows.map((row) => numbersOf(row.slice(1)));
    return (['normal', 'low'] as const).map((sensitivity): PlantResult => {
      const detector = createDetector({ names: sensors, sensitivity });
      const alarms = frames.flatMap((frame) => {
        const { alarm } = detector.update(frame);
        return alarm === null ? [] : [describe(alarm)];
      });
      return { plant, sensitivity, frames: frames.length, alarms, most: MOST[plant] };
    });
  });
}

const describe = ({ detectedIndex, kind, sensors }: ChangeEvent): string =>
  `${detectedIndex} ${kind} ${sensors
    .slice(0, 2)
    .map(({ name }) => name)
    .join(' ')}`;

export function writePlants(results: readonly PlantResult[]): string {
  return [
    '## Simulated plants',
    'Plants without a change, but for the machine (regime) that starts and stops, from the folder plants: the frame of each alarm, what it says, and its first sensors.',
    markdownTable(
      ['plant', 'sensitivity', 'frames', 'alarms', 'allowed', 'which'],
      results.map(({ plant, sensitivity, frames, alarms, most }) => [
        plant,
        `${sensitivity}`,
        ...[frames, alarms.length, most].map(String),
        alarms.join('; ') || '-',
      ]),
    ),
  ].join('\n\n');
}
