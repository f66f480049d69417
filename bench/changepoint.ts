import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkCosts } from './changepoint/bars';
import { competitors } from './changepoint/competitors';
import { runDrifts, writeDrifts } from './changepoint/drift';
import { runFaults } from './changepoint/faults';
import { contestWithPelt } from './changepoint/pelt-contest';
import { runPlants, writePlants } from './changepoint/plants';
import { plotCost, plotDetected } from './changepoint/plots';
import { runRates, writeRates } from './changepoint/rates';
import { markdown, writeFaults, type Results } from './changepoint/report';
import { alarmsOf } from './changepoint/matching';
import { alarmBlindly, runSkab } from './changepoint/skab';
import { costsByLength, costsBySensors } from './changepoint/step-cost';
import { runSynthetic } from './changepoint/synthetic';
import { checkLiving } from './changepoint/living/bars';
import { runLiving } from './changepoint/living/run';

const USAGE = `Usage: npm run bench:changepoint -- [--data DIR] [--sets N] [--methods N] [--json] [--quick] [--out DIR]
       npm run bench:changepoint -- --faults | --drift | --rates | --plants [--data DIR]
  --data DIR   folder with skab/ and changepoint/; without it only the seeded streams run
  --sets N     streams of each kind (100; with --quick 10)
  --methods N  compare the first N methods only (all)
  --json       print the numbers as JSON instead of tables
  --quick      fewer streams, the default method alone, nothing written
  --faults     print what is said of sensors' faults and of changes that are undone, and nothing else
  --drift      print what is said of sensors that drift, and nothing else
  --rates      print asked against realised rates of false alarms, and nothing else
  --plants     print the alarms in the plants of DIR/plants, and nothing else
  --out DIR    where changepoint.md and its plots go (docs)`;

/** Parts that can be run by themselves. */
const sections = [
  { name: 'faults', write: () => writeFaults(runFaults()) },
  { name: 'drift', write: (data) => writeDrifts(runDrifts(data)) },
  { name: 'rates', write: (data) => writeRates(runRates(data)) },
  { name: 'plants', write: (data) => writePlants(runPlants(data)) },
] as const satisfies readonly { name: string; write: (data: string | undefined) => string }[];

function main(): number {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      sets: { type: 'string' },
      methods: { type: 'string' },
      out: { type: 'string', default: 'docs' },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      drift: { type: 'boolean', default: false },
      rates: { type: 'boolean', default: false },
      plants: { type: 'boolean', default: false },
    },
  });
  const { data, quick } = values;
  const chosen = sections.filter(({ name }) => values[name]);
  if (chosen.length > 0) {
    for (const { write } of chosen) console.log(write(data));
    return 0;
  }
  const sets = Number(values.sets ?? (values.quick ? 10 : 100));
  const compared = values.quick ? 1 : Number(values.methods ?? competitors.length);
  if (!Number.isInteger(sets) || sets < 1 || !Number.isInteger(compared) || compared < 1) {
    console.error(USAGE);
    return 2;
  }
  const byLength = costsByLength(quick); // first, while nothing else lives that could be collected meanwhile
  const costs = { byLength, bySensors: costsBySensors(), contest: contestWithPelt(quick) };
  const methods = competitors.slice(0, compared).map((competitor) => ({
    name: competitor.name,
    kinds: runSynthetic(competitor, sets),
    skab:
      data === undefined
        ? null
        : runSkab((frames) => alarmsOf(competitor.create(frames[0].length), frames), data),
  }));
  const [ours] = competitors;
  const living = [
    runLiving(ours, 'normal', data),
    runLiving(ours, 'low', data),
    ...competitors.slice(1, compared).map((competitor) => runLiving(competitor, 'normal', data)),
  ];
  const results: Results = {
    sets,
    methods,
    blind: data === undefined ? null : runSkab(alarmBlindly, data),
    bars: [...checkLiving(living, methods[0].skab), ...checkCosts(costs)],
    living,
    costs,
    faults: runFaults(),
    drifts: runDrifts(data),
    rates: runRates(data),
    plants: runPlants(data),
  };
  console.log(values.json ? JSON.stringify(results, null, 1) : markdown(results));
  if (!quick) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(path.join(values.out, 'changepoint.md'), markdown(results));
    writeFileSync(path.join(values.out, 'changepoint-detected.svg'), plotDetected(results));
    writeFileSync(path.join(values.out, 'changepoint-cost.svg'), plotCost(results));
  }
  const failed = results.bars.some(({ pass }) => pass === false);
  return failed ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 2;
}
