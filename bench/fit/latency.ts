import type { FitFlow } from './flow';

const EVERY_MS = 5;

/** Milliseconds of each message. */
export interface Latencies {
  /** From sending to the end of the flow. */
  readonly through: readonly number[];
  /** From the moment it was due to be sent: what holds the event loop up counts as well. */
  readonly sinceDue: readonly number[];
}

/** Sends a message every 5 ms for so long, and waits until all have come through. */
export async function measureLatencies(flow: FitFlow, seconds: number): Promise<Latencies> {
  const count = Math.round((1000 * seconds) / EVERY_MS);
  const sent = new Map<number, { readonly at: number; readonly due: number }>();
  const through: number[] = [];
  const sinceDue: number[] = [];
  await new Promise<void>((resolve) => {
    flow.onArrival((frame) => {
      const times = sent.get(frame);
      if (times === undefined) return;
      const now = performance.now();
      through.push(now - times.at);
      sinceDue.push(now - times.due);
      if (through.length === count) resolve();
    });
    const start = performance.now();
    let i = 0;
    const tick = (): void => {
      const now = performance.now();
      for (; i < count && start + i * EVERY_MS <= now; i++)
        sent.set(flow.send(), { at: performance.now(), due: start + i * EVERY_MS });
      if (i < count) setTimeout(tick, Math.max(0, start + i * EVERY_MS - performance.now()));
    };
    tick();
  });
  return { through, sinceDue };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
