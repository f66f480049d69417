import { once, type EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Node, NodeMessage, NodeStatus } from 'node-red';
import registerChangepoint from '../../nodes/psmf-changepoint';
import registerFilter from '../../nodes/psmf-filter';
import registerImpute from '../../nodes/psmf-impute';

const load = createRequire(__filename);

interface Call {
  readonly thisValue: Node;
  readonly args: readonly unknown[];
}

interface TestHelper {
  load(nodes: readonly unknown[], flow: readonly object[]): Promise<void>;
  unload(): Promise<void>;
  settings(settings: object): void;
  readonly _events: EventEmitter;
  readonly _redNodes: { setFlows(flow: readonly object[], credentials: object, type: string): Promise<void> };
  getNode(id: string): Node | null;
  log(): { readonly args: readonly (readonly LogEntry[])[] };
}

export interface LogEntry {
  readonly level: number;
  readonly id?: string;
  readonly msg: unknown;
}

export const helper = load('node-red-node-test-helper') as TestHelper;
/** The runtime's own context module: the helper sets it up but does not open the stores of its settings. */
const context = load(join(dirname(load.resolve('@node-red/runtime')), 'nodes', 'context', 'index.js')) as {
  load(): Promise<void>;
  close(): Promise<void>;
};

/** Deploys a flow and waits until it has started, for which the helper's own function has 300 ms. */
export async function deploy(flow: readonly object[], type = 'full'): Promise<void> {
  const started = once(helper._events, 'flows:started');
  await helper._redNodes.setFlows(flow, {}, type);
  await started;
}

/** Closes the stores, so that a file store writes what it holds. */
export const stopContext = (): Promise<void> => context.close();

export interface Message extends NodeMessage {
  payload: unknown;
  psmf?: Record<string, unknown>;
}

export type StreamType = 'psmf-filter' | 'psmf-impute' | 'psmf-changepoint';
/** The node types, with the name of their block in `msg.psmf`. */
export const blockNames = {
  'psmf-filter': 'filter',
  'psmf-impute': 'impute',
  'psmf-changepoint': 'change',
} as const;
export const streamTypes = Object.keys(blockNames) as StreamType[];

/**
 * A tab with node `n1`, wired to helper `out`, and to helper `events` if it has a second output; a catch node leads to helper
 * `caught`, a complete node to `completed`.
 */
export const streamFlow = (type: StreamType, settings: object = {}): object[] => [
  { id: 'tab', type: 'tab', label: 'test' },
  place({ id: 'n1', type, wires: type === 'psmf-filter' ? [['out']] : [['out'], ['events']], ...settings }),
  place({ id: 'out', type: 'helper', wires: [] }),
  place({ id: 'events', type: 'helper', wires: [] }),
  place({ id: 'catch', type: 'catch', scope: ['n1'], wires: [['caught']] }),
  place({ id: 'caught', type: 'helper', wires: [] }),
  place({ id: 'complete', type: 'complete', scope: ['n1'], wires: [['completed']] }),
  place({ id: 'completed', type: 'helper', wires: [] }),
];

export const filterFlow = (settings: object = {}): object[] => streamFlow('psmf-filter', settings);

/** On the tab; a node without a position would be taken for a configuration node. */
export const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });

/** Starts a flow in the runtime, with context stores and whatever else as in a settings file. */
export async function startFlow(
  flow: object[],
  contextStorage: object = {},
  settings: object = {},
): Promise<void> {
  helper.settings({ contextStorage, ...settings });
  await helper.load([registerFilter, registerImpute, registerChangepoint, () => context.load()], flow);
}

export function getNode(id: string): Node {
  const node = helper.getNode(id);
  if (node === null) throw new Error(`no node ${id} in the flow`);
  return node;
}

/** Collects every message that reaches a helper node. */
export class Collector {
  readonly messages: Message[] = [];
  readonly #node: Node;

  constructor(id: string) {
    this.#node = getNode(id);
    this.#node.on('input', (msg) => {
      this.messages.push(msg as Message);
      this.#node.emit('collected');
    });
  }

  /** Resolves once `count` messages have come in all. */
  async reach(count: number): Promise<Message[]> {
    while (this.messages.length < count) await once(this.#node, 'collected');
    return this.messages;
  }
}

/** The collectors of `streamFlow`. */
export const collect = (): Record<'out' | 'events' | 'caught' | 'completed', Collector> => ({
  out: new Collector('out'),
  events: new Collector('events'),
  caught: new Collector('caught'),
  completed: new Collector('completed'),
});

export const send = (payload: unknown, more: object = {}): void =>
  getNode('n1').receive({ payload, ...more });

const LEVELS = { warn: 30, error: 20 } as const;

/** What the node has logged at a level. */
export const logged = (level: keyof typeof LEVELS, id = 'n1'): string[] =>
  helper
    .log()
    .args.map(([entry]) => entry)
    .filter((entry) => entry.level === LEVELS[level] && entry.id === id)
    .map(({ msg }) => (msg instanceof Error ? msg.message : String(msg)));

/** Every status the node has shown so far. */
export function statuses(id = 'n1'): NodeStatus[] {
  const spy: unknown = Reflect.get(getNode(id), 'status');
  const calls = (spy as { getCalls(): readonly Call[] })
    .getCalls()
    .filter(({ thisValue }) => thisValue.id === id);
  return calls.map(({ args }) => args[0] as NodeStatus);
}
