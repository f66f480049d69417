import RED from 'node-red';
import { nextUniform } from '../../src/random';
import { headOf, ROUTES, tailOf, type Route } from './flow';
import { createFrames } from './frames';

interface RunningNode {
  on(event: 'input', listener: () => void): void;
  receive(msg: object): void;
}
const getNode = (id: string): RunningNode =>
  (RED.nodes as unknown as { getNode(id: string): RunningNode }).getNode(id);

/** Counts what reaches the end of each route. */
export class Finish {
  readonly #counts = new Map<Route, number>();
  #wanted = Infinity;
  #resolve: () => void = () => undefined;

  constructor() {
    for (const route of ROUTES) {
      getNode(tailOf(route)).on('input', () => {
        const count = (this.#counts.get(route) ?? 0) + 1;
        this.#counts.set(route, count);
        if (count === this.#wanted) this.#resolve();
      });
    }
  }

  /** Resolves when so many more messages have come through. */
  async reach(route: Route, more: number, start: () => void): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wanted = (this.#counts.get(route) ?? 0) + more;
      this.#resolve = resolve;
      start();
    });
  }
}

/** CPU microseconds a message of each route, one entry for each round; the routes take turns within a round. */
export async function measureCpu(
  finish: Finish,
  frames: number,
  batch: number,
  done: () => void,
): Promise<Map<Route, number[]>> {
  const costs = new Map<Route, number[]>(ROUTES.map((route) => [route, []]));
  const payloads = createFrames(batch);
  const random = Float64Array.of(5);
  for (let sent = 0; sent < frames; sent += batch) {
    for (const route of shuffle(ROUTES, random)) {
      const messages = payloads.map((frame, i) => ({
        _msgid: `${sent + i}`,
        payload: { ...frame },
        timestamp: 1000 * (sent + i),
      }));
      const head = getNode(headOf(route));
      const start = process.cpuUsage();
      await finish.reach(route, batch, () => messages.forEach((msg) => head.receive(msg)));
      const { user, system } = process.cpuUsage(start);
      costs.get(route)?.push((user + system) / batch);
    }
    done();
  }
  return costs;
}

/** In an order of its own for each round, so that no route always runs in the wake of the same one. */
function shuffle(routes: readonly Route[], random: Float64Array): Route[] {
  return routes
    .map((route) => [nextUniform(random, 0), route] as const)
    .sort(([a], [b]) => a - b)
    .map(([, route]) => route);
}
