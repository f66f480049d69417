import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Node } from 'node-red';

/** Names the process whose psmf nodes keep their state below a user directory. */
const FILE = '.psmf-process.json';

/** A process, so that another one which has its number later is not taken for it. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When it began, in clock ticks since the machine did; null where the system does not tell. */
  readonly began: string | null;
}

/** Directories that this process has claimed. */
const claimed = new Set<string>();

/**
 * Two processes of Node-RED on one user directory overwrite each other's context. The first time that a node of this process
 * keeps its state there, warns if another one that still runs does too, and leaves word of this one.
 */
export function claimUserDirectory(node: Pick<Node, 'warn'>, userDir: string): void {
  if (claimed.has(userDir)) return;
  claimed.add(userDir);
  const file = join(userDir, FILE);
  const other = readOwner(file);
  if (other !== null && isRunning(other)) {
    node.warn(
      `Another Node-RED, process ${other.pid}, keeps its state in ${userDir} too: each overwrites what the other has saved. ` +
        'Stop one of them, or give each a user directory of its own (--userDir).',
    );
    return;
  }
  const own = { pid: process.pid, host: hostname(), began: beganAt(process.pid) };
  try {
    writeFileSync(file, JSON.stringify(own));
  } catch {
    return; // where nothing can be written, nothing is overwritten
  }
  process.once('exit', () => {
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
  });
}

function readOwner(file: string): Owner | null {
  try {
    const { pid, host, began } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>;
    return Number.isSafeInteger(pid) && typeof host === 'string'
      ? { pid: pid as number, host, began: typeof began === 'string' ? began : null }
      : null;
  } catch {
    return null; // none, or none that can be read
  }
}

/** Whether it still runs, on this machine: of another one nothing is known. */
function isRunning({ pid, host, began }: Owner): boolean {
  if (host !== hostname() || pid === process.pid || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return began === beganAt(pid);
}

/** The field `starttime` of Linux; the name before it may hold spaces, and ends with the last bracket. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
