import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `+ what` and `- what` until this process is gone, however it went, and then kills the processes and groups (a negative
 * number) and removes the folders that are left.
 */
const SCRIPT = `
declare -A left
while read -r sign what; do
  if [ "$sign" = + ]; then left["$what"]=1; else unset "left[$what]"; fi
done
for what in "\${!left[@]}"; do case $what in /*) ;; *) kill -KILL -- "$what" ;; esac; done
for what in "\${!left[@]}"; do case $what in /*) rm -rf -- "$what" ;; esac; done`;

let cleaner: ChildProcess | null = null;

function tell(sign: '+' | '-', what: string | number): void {
  if (cleaner === null) {
    cleaner = spawn('bash', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    cleaner.unref();
    (cleaner.stdin as unknown as { unref(): void }).unref();
  }
  cleaner.stdin?.write(`${sign} ${what}\n`);
}

/** The process ends with this one at the latest; with `isGroup` so do those that it has started. */
export function endWithUs({ pid }: ChildProcess, isGroup = false): void {
  if (pid !== undefined) tell('+', isGroup ? -pid : pid);
}

/** It has ended: its number may be another's by and by. */
export function hasEnded({ pid }: ChildProcess, isGroup = false): void {
  if (pid !== undefined) tell('-', isGroup ? -pid : pid);
}

/** A temporary folder that is removed once this process has ended. */
export function removeWithUs(folder: string): void {
  tell('+', folder);
}
