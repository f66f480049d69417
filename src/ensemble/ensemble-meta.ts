import { damagedState } from '../errors';
import { MOST_DELAYS } from './block-delays';
import { MOST_EARLY } from './early-frames';
import type { EnsembleMeta } from './ensemble-state';
import { LONGEST_PERIOD, SHORTEST_PERIOD } from './dominant-period';
import { lagsFor } from './regression-block';
import { LONGEST_DELAY } from './rises';

const KEYS = [
  'rhythm',
  'timeZone',
  'frameMs',
  'blocks',
  'period',
  'remembered',
  'delays',
  'lastTime',
  'advancing',
  'early',
  'hidden',
  'votes',
  'seasons',
];

/** Checks what a snapshot says of the ensemble; null: it was stored before there was one. */
export function readEnsembleMeta(value: unknown, sensors: number): EnsembleMeta | null {
  if (value === undefined) return null;
  const expect = (holds: boolean, name: string, expected: string): void => {
    if (!holds) throw damagedState(`ensemble.${name}`, expected, 'something else');
  };
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  expect(isObject && Object.keys(value).every((key) => KEYS.includes(key)), 'fields', KEYS.join(', '));
  const meta = value as EnsembleMeta;
  const isTime = (ms: unknown): boolean => ms === null || Number.isFinite(ms);
  expect(['string', 'number'].includes(typeof meta.rhythm), 'rhythm', 'auto, none or seconds');
  expect(typeof meta.timeZone === 'string', 'timeZone', 'a time zone');
  expect(isTime(meta.lastTime), 'lastTime', 'a time or null');
  expect(Number.isInteger(meta.advancing), 'advancing', 'a count');
  const { early = 0 } = meta;
  expect(Number.isInteger(early) && early >= 0 && early <= MOST_EARLY, 'early', `at most ${MOST_EARLY}`);
  const { hidden } = meta;
  expect(hidden === undefined || (hidden !== null && typeof hidden === 'object'), 'hidden', 'an object');
  expect(meta.votes === undefined || meta.votes === true, 'votes', 'true, or none');
  expect(meta.seasons === undefined || meta.seasons === true, 'seasons', 'true, or none');
  if (meta.blocks === undefined) return meta;
  expect(meta.frameMs === null || Number(meta.frameMs) > 0, 'frameMs', 'a positive number or null');
  const { period = null } = meta;
  const isFound = period !== null && Number(period) >= SHORTEST_PERIOD && Number(period) <= LONGEST_PERIOD;
  const isLookedFor = meta.frameMs === null && meta.rhythm === 'auto';
  expect(
    meta.period === undefined || (isLookedFor && (period === null || isFound)),
    'period',
    `${SHORTEST_PERIOD} to ${LONGEST_PERIOD} frames or null`,
  );
  expect(
    meta.remembered === undefined || (Number.isSafeInteger(meta.remembered) && meta.remembered > 0),
    'remembered',
    'a count of frames',
  );
  expect(isPartition(meta.blocks, sensors), 'blocks', `every one of ${sensors} columns once`);
  const { delays = [] } = meta;
  const hasLags = meta.blocks.length === 1 && lagsFor(sensors) > 0;
  expect(areDelays(delays, hasLags ? sensors : 0), 'delays', 'for a sensor, once, some others and frames');
  return meta;
}

function isPartition(blocks: unknown, sensors: number): boolean {
  if (!Array.isArray(blocks) || !blocks.every((block) => Array.isArray(block) && block.length > 0))
    return false;
  const columns = (blocks as number[][]).flat().sort((a, b) => a - b);
  return columns.length === sensors && columns.every((column, j) => column === j);
}

/** Of so many sensors some, each once, with others that it follows, and by how many frames. */
function areDelays(delays: unknown, sensors: number): boolean {
  if (!Array.isArray(delays) || !delays.every((each) => Array.isArray(each))) return false;
  const targets = (delays as unknown[][]).map(([target]) => target);
  return new Set(targets).size === targets.length && (delays as unknown[][]).every(isOfOne);

  function isOfOne([target, ...rest]: unknown[]): boolean {
    const isOther = (sensor: unknown): boolean => isPlace(sensor) && sensor !== target;
    const isFrames = (frames: unknown): boolean =>
      Number.isInteger(frames) && Number(frames) >= 1 && Number(frames) <= LONGEST_DELAY;
    return (
      isPlace(target) &&
      rest.length > 0 &&
      rest.length % 2 === 0 &&
      rest.length <= 2 * MOST_DELAYS &&
      rest.every((each, n) => (n % 2 === 0 ? isOther(each) : isFrames(each)))
    );
  }

  function isPlace(sensor: unknown): boolean {
    return Number.isInteger(sensor) && Number(sensor) >= 0 && Number(sensor) < sensors;
  }
}
