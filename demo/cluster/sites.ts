/** Simulated sites: sensors that follow a few common causes, with noise and gaps; each reading depends on site, sensor and frame alone. */

export const PERIOD_MS = 1000;
const START_MS = Date.UTC(2026, 0, 1);
const GAPS = 0.03;

export const siteName = (site: number): string => `site-${String(site).padStart(5, '0')}`;

export const queueOf = (site: number, partitions: number): string =>
  `sites.p${String(site % partitions).padStart(2, '0')}`;

export const routingKeyOf = (site: number, partitions: number): string =>
  `${queueOf(site, partitions)}.${siteName(site)}`;

/** The payload of a site's frame: its own time, and readings of the sensors that have one. */
export function createFrame(site: number, frame: number, sensors: number): Record<string, number> {
  const payload: Record<string, number> = { timestamp: START_MS + frame * PERIOD_MS };
  for (let sensor = 0; sensor < sensors; sensor++) {
    if (uniform(site, frame, sensor + 1000) < GAPS) continue;
    const phase = 2 * Math.PI * uniform(site, sensor, 7);
    const slow = Math.sin(frame / 50 + phase);
    const fast = Math.sin(frame / 7 + site);
    const noise = uniform(site, frame, sensor) - 0.5;
    payload[`s${sensor}`] =
      Math.round(1000 * (20 + sensor + 5 * slow + (sensor % 3) * fast + 0.2 * noise)) / 1000;
  }
  return payload;
}

/** From 0 to 1, the same for the same three numbers. */
function uniform(a: number, b: number, c: number): number {
  let hash = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ Math.imul(c + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
