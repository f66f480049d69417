import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pause } from './fault';

/** The longest the event loop was held up while `work` was done every `periodMs`, in ms. */
export async function longestStall(seconds: number, periodMs: number, work: () => void): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  for (let passed = 0; passed < 1000 * seconds; passed += periodMs) {
    work();
    await pause(periodMs);
  }
  monitor.disable();
  return monitor.max / 1e6;
}
