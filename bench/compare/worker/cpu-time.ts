/** Microseconds of CPU time, user and system, of the whole process: the collection of the garbage that is made counts too. */
export function cpuTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return since(start);
}

export async function cpuTimeUntil(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return since(start);
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
