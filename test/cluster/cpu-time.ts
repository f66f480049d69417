import { readdirSync, readFileSync } from 'node:fs';

/** Where Linux says what a process has taken, counted from the field after its name. */
const GROUP = 2;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICKS_A_SECOND = 100;

/** Seconds of CPU that a process has taken since it was started; with `isGroup` all that belong to it. */
export function cpuSecondsOf(pid: number | undefined, isGroup = false): number {
  const pids = isGroup ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [`${pid}`];
  let ticks = 0;
  for (const each of pids) {
    const fields = readFields(each);
    if (isGroup && Number(fields[GROUP]) !== pid) continue;
    ticks += Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0);
  }
  return ticks / TICKS_A_SECOND;
}

/** None of a process that has ended meanwhile. */
function readFields(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return [];
  }
}
