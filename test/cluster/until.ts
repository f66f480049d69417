const STEP_MS = 100;
/** A busy machine takes its time; only what would never come is given up. */
const WITHIN_MS = 120_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves once it is so; throws, with what was waited for, if that does not come. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`In ${WITHIN_MS / 1000} s it did not come to this: ${what}.`);
    await pause(STEP_MS);
  }
}

/** Resolves once there are so many; throws if for long none has come. */
export async function reachCount(what: string, wanted: number, count: () => number): Promise<void> {
  let [before, since] = [count(), Date.now()];
  for (let now = before; now < wanted; now = count()) {
    if (now !== before) [before, since] = [now, Date.now()];
    if (Date.now() - since > WITHIN_MS)
      throw new Error(`For ${WITHIN_MS / 1000} s there have been no more than ${now} of ${wanted} ${what}.`);
    await pause(STEP_MS);
  }
}
