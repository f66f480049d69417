import { cpuTime, cpuTimeUntil } from './cpu-time';
import { Finish } from './finish';
import { Messages } from './messages';
import { getNode, startFlow } from './red';
import { serve } from './serve';
import { SENSORS, SHAPES, type Shape } from './shapes';

export interface NodeTask {
  readonly type: string;
}

/** Frames after which every filter of the start-up has been built. */
const START_UP = 500;
/** Frames that are under way at once. */
const MOST_AT_ONCE = 250;
/**
 * As the editor saves a new node. Frames of readings close when all sensors have reported, and not by the clock: here they come faster than any clock can
 * tell, and a node that keeps going would learn empty frames between two rounds.
 */
const SETTINGS = { configVersion: 2, frameMs: 3_600_000, keepGoing: false };

/** A frame of a node in a running Node-RED, beyond one that takes the same messages, sends as many and does nothing else. */
serve<NodeTask>(async (root, { type }) => {
  await startFlow(
    root,
    SHAPES.flatMap((shape) => createRoutes(shape, type)),
  );
  const routes = SHAPES.map((shape) => [shape, openRoutes(shape)] as const);
  return {
    timed: {
      ...Object.fromEntries(routes.map(([shape, pair]) => [shape, (count: number) => beyond(pair, count)])),
      parse: parseTexts,
    },
    gauges: Object.fromEntries(
      routes.map(([shape, { node }]) => [
        `${shape}Answered`,
        () => (node.finish.last?.psmf === undefined ? 0 : 1),
      ]),
    ),
  };
});

/** CPU time of JSON.parse of so many of the texts. */
function parseTexts(count: number): number {
  const texts = new Messages('text').take(count).map(({ payload }) => String(payload));
  return cpuTime(() => texts.forEach((text) => JSON.parse(text) as unknown));
}

/** Head, node, tail: one for the node that is measured, one for the node that does nothing. */
function createRoutes(shape: Shape, type: string): object[] {
  const every = shape === 'readings' ? SENSORS : 1;
  const middles = { node: { type, ...SETTINGS }, pass: { type: 'bench-pass', every } };
  return Object.entries(middles).flatMap(([name, middle]) => {
    const id = (part: string): string => `${shape}-${name}-${part}`;
    return [
      { id: id('head'), type: 'bench-pass', wires: [[id('middle')]] },
      { id: id('middle'), ...middle, wires: [[id('tail')]] },
      { id: id('tail'), type: 'bench-pass' },
    ];
  });
}

interface Route {
  readonly head: string;
  readonly finish: Finish;
  readonly messages: Messages;
}

interface Routes {
  readonly node: Route;
  readonly pass: Route;
  isStarted: boolean;
}

function openRoutes(shape: Shape): Routes {
  const open = (name: string): Route => ({
    head: `${shape}-${name}-head`,
    finish: new Finish(`${shape}-${name}-tail`),
    messages: new Messages(shape),
  });
  return { node: open('node'), pass: open('pass'), isStarted: false };
}

/** CPU time of so many frames through the node minus that through nothing; the two take turns in short stretches. */
async function beyond(routes: Routes, count: number): Promise<number> {
  const { node, pass } = routes;
  if (!routes.isStarted) for (const route of [node, pass]) await through(route, START_UP);
  routes.isStarted = true;
  let time = 0;
  let nodeFirst = true;
  for (let left = count; left > 0; left -= MOST_AT_ONCE) {
    const frames = Math.min(left, MOST_AT_ONCE);
    for (const isNode of [nodeFirst, !nodeFirst])
      time += isNode ? await through(node, frames) : -(await through(pass, frames));
    nodeFirst = !nodeFirst;
  }
  return time;
}

async function through({ head, finish, messages }: Route, frames: number): Promise<number> {
  const batch = messages.take(frames);
  const first = getNode(head);
  return cpuTimeUntil(() => finish.reach(frames, () => batch.forEach((msg) => first.receive(msg))));
}
