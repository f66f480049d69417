import { isPsmf, type EditorNode, type Red } from './red.js';

/** A node as it runs, and where it stands in the editor. */
export interface RunningNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** The nodes one selects to mean it: itself, and the subflows that it is within, the outermost first. */
  readonly within: readonly string[];
}

/** Subflows within one another that are looked into. */
const DEEPEST = 5;

/** The psmf nodes that run once they are deployed: those of a subflow once for each place where it is used. */
export function listRunning({ nodes }: Red): RunningNode[] {
  const byFlow = new Map<string, EditorNode[]>();
  nodes.eachNode((node) => {
    const others = byFlow.get(node.z);
    if (node.d === true) return;
    if (others === undefined) byFlow.set(node.z, [node]);
    else others.push(node);
  });
  const found: RunningNode[] = [];
  const visit = (flow: string, within: readonly string[], names: readonly string[]): void => {
    for (const node of byFlow.get(flow) ?? []) {
      const path = [...within, node.id];
      const subflow = node.type.startsWith('subflow:') ? nodes.subflow(node.type.slice(8)) : null;
      if (isPsmf(node)) {
        const name = node.name || `${node.type} ${node.id.slice(0, 6)}`;
        // The id that Node-RED gives to a node of a subflow.
        found.push({ id: path.join('-'), type: node.type, name: [...names, name].join(' / '), within: path });
      } else if (subflow && path.length <= DEEPEST)
        visit(subflow.id, path, [...names, node.name || subflow.name]);
    }
  };
  for (const flow of byFlow.keys())
    if (!nodes.subflow(flow) && nodes.workspace(flow)?.disabled !== true) visit(flow, [], []);
  return found;
}
