import type { Node, NodeAPI } from 'node-red';
import { errorOf } from '../../src/errors';
import type { Answer } from '../../src/stream/stream-model';
import type { Behaviour } from '../message/behaviour';
import { shortenText } from '../message/status-texts';
import { durabilityNoticeOf, isInUserDirectory } from '../state/context-store';
import { claimUserDirectory } from '../state/user-directory';
import { ViewEndpoints } from '../view/endpoints';
import { memoryBudgetOf, type MemoryBudget } from './memory-budget';
import { readSettings, type Settings, type StreamDef } from './settings';
import { StreamNode } from './stream-node';

interface NodeType<A extends Answer> {
  /** Whether frames without readings follow when a stream of readings falls silent, unless the settings say otherwise. */
  readonly keepsGoing: boolean;
  /** Throws if a setting cannot be used. */
  createBehaviour(def: StreamDef, settings: Settings): Behaviour<A>;
}

/** Registers a node type of this behaviour. */
export function registerStream<A extends Answer>(RED: NodeAPI, name: string, type: NodeType<A>): void {
  const durability = durabilityNoticeOf(RED);
  const views = new ViewEndpoints<A>(RED, name);

  function PsmfNode(this: Node, def: StreamDef): void {
    RED.nodes.createNode(this, def);
    const plan = readPlan(RED, def, type);
    if (plan instanceof Error) return startRefusing(this, plan);
    const { behaviour, settings, budget } = plan;
    const { contextStorage, userDir } = RED.settings;
    if (userDir !== undefined && isInUserDirectory(contextStorage, settings.store))
      claimUserDirectory(this, userDir);
    new StreamNode(RED, this, behaviour, settings, budget, durability.check(this, settings.store), views);
  }

  RED.nodes.registerType(name, PsmfNode);
}

interface Plan<A extends Answer> {
  readonly settings: Settings;
  readonly behaviour: Behaviour<A>;
  readonly budget: MemoryBudget;
}

/** Builds a model once, so that its own checks have their say before anything starts. */
function readPlan<A extends Answer>(RED: NodeAPI, def: StreamDef, type: NodeType<A>): Plan<A> | Error {
  try {
    const settings = readSettings(RED, def, type.keepsGoing);
    const behaviour = type.createBehaviour(def, settings);
    behaviour.create();
    return { settings, behaviour, budget: memoryBudgetOf(RED) };
  } catch (error) {
    return errorOf(error);
  }
}

/** A node that cannot work says so, at once and with every message, and stands in nobody's way. */
function startRefusing(node: Node, error: Error): void {
  node.status({ fill: 'red', shape: 'ring', text: shortenText(error.message) });
  node.error(error);
  node.on('input', (msg, send, done) => {
    send(msg);
    done(error);
  });
}
