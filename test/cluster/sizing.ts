import type { Costs } from './cost';

/** Of a core, how much is planned for; the rest is for catching up. */
const USED = 0.5;
/** How long a batch takes: as the example has it, and where saves are to be rare. */
const BATCH_SECONDS = [0.25, 60] as const;

/** What somebody collects: so many sites, each of so many sensors with a frame every so many seconds. */
interface Plant {
  readonly sites: number;
  readonly sensors: number;
  readonly seconds: number;
}

const PLANTS: readonly Plant[] = [
  { sites: 100, sensors: 12, seconds: 1 },
  { sites: 1000, sensors: 12, seconds: 1 },
  { sites: 1000, sensors: 12, seconds: 60 },
  { sites: 10_000, sensors: 12, seconds: 10 },
  { sites: 1000, sensors: 100, seconds: 1 },
  { sites: 10_000, sensors: 100, seconds: 10 },
  { sites: 10_000, sensors: 100, seconds: 60 },
];

/** A snapshot holds F = batch / period frames of a site, at least one; a frame then costs what it costs at full load and 1/F of a save. */
function microsOf(costs: Costs, seconds: number, batchSeconds: number): number {
  const framesASnapshot = Math.max(1, batchSeconds / seconds);
  return costs.worker + Math.max(0, costs.savedAlone - costs.worker) / framesASnapshot;
}

/** cores = sites / period · cost of a frame / share of a core that is used */
export function describeSizing(measured: readonly Costs[]): string {
  const rows = PLANTS.map(({ sites, sensors, seconds }) => {
    const costs = measured.find((each) => each.sensors === sensors);
    if (costs === undefined) throw new Error(`No costs were measured for ${sensors} sensors.`);
    const cores = (micros: number): string =>
      Math.max(0.1, ((sites / seconds) * micros) / 1e6 / USED).toFixed(1);
    return [
      ...[sites * sensors, sites, seconds, Math.round(sites / seconds)].map((each) =>
        each.toLocaleString('en'),
      ),
      ...BATCH_SECONDS.map((batch) => cores(microsOf(costs, seconds, batch))),
      ...[cores(costs.rabbitMq), cores(costs.redis), ((sites * costs.storedBytes) / 1e9).toFixed(2)],
    ];
  });
  const batches = BATCH_SECONDS.map((batch) => `workers, saved every ${batch} s`);
  const head = [
    'sensors',
    'sites',
    'a frame every (s)',
    'frames/s',
    ...batches,
    'RabbitMQ',
    'Redis',
    'Redis (GB)',
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---:')), ...rows.map(line)].join('\n');
}
