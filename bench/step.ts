import os from 'node:os';
import { readSwitches } from './command-line';
import { Progress } from './progress';
import { MISSING, QUICK_SIZES, SIZES } from './speed/problem';
import { formatResults, growthInSensors, judge } from './speed/report';
import { HEAP_CASES, measureAll, type Results } from './speed/results';
import { FULL, QUICK } from './speed/timing';
import { formatOrdeals, torture } from './torture/report';

/**
 * Measures the filter step, or with --torture tries to break it. Exit code 2 on wrong usage; a missed target and a broken
 * filter are lines of the report.
 */
function main(args: readonly string[]): number {
  const switches = readSwitches(args, ['json', 'quick', 'torture']);
  if (typeof switches === 'string') {
    console.error(switches);
    return 2;
  }
  if (switches.torture) {
    const ordeals = torture(switches.quick ? 'small' : 'full');
    console.log(switches.json ? JSON.stringify(ordeals) : formatOrdeals(ordeals));
    return 0;
  }
  const results = measureSpeed(switches.quick);
  const summary = { ...results, growth: growthInSensors(results.steps), targets: judge(results) };
  console.log(switches.json ? JSON.stringify(summary) : formatResults(results));
  return 0;
}

function measureSpeed(quick: boolean): Results {
  const sizes = quick ? QUICK_SIZES : SIZES;
  const instanceSizes = quick ? QUICK_SIZES.slice(0, 1) : SIZES.filter(({ d }) => d === 8 || d === 74);
  const effort = quick ? QUICK : FULL;
  const progress = new Progress(sizes.length + HEAP_CASES.length + instanceSizes.length + 2);
  const measured = measureAll(sizes, instanceSizes, effort, quick, progress);
  progress.clear();
  return {
    node: process.version,
    machine: `${process.platform} ${process.arch}, ${os.cpus().length} cores`,
    rounds: effort.rounds,
    missing: MISSING,
    ...measured,
  };
}

process.exitCode = main(process.argv.slice(2));
