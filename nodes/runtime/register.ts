import type { Node, NodeAPI } from 'node-red';
import type { Answer } from '../../src/stream/stream-model';
import { errorOf } from '../error-of';
import type { Kind } from '../message/behaviour';
import { readSettings, type Settings, type StreamDef } from './settings';
import { durabilityNoticeOf } from '../state/durability';
import { startRefusing, StreamNode } from './stream-node';

export interface NodeType<A extends Answer> {
  /** Whether frames without readings follow when a stream of readings falls silent, unless the settings say otherwise. */
  readonly keepsGoing: boolean;
  /** Throws if a setting cannot be used. */
  createKind(def: StreamDef, settings: Settings): Kind<A>;
}

/** Registers a node type that runs a kind of model. */
export function registerStream<A extends Answer>(RED: NodeAPI, name: string, type: NodeType<A>): void {
  const durability = durabilityNoticeOf(RED);

  function PsmfNode(this: Node, def: StreamDef): void {
    RED.nodes.createNode(this, def);
    const plan = readPlan(RED, def, type);
    if (plan instanceof Error) return startRefusing(this, plan);
    const { kind, settings } = plan;
    new StreamNode(RED, this, kind, settings, durability.check(this, settings.store));
  }

  RED.nodes.registerType(name, PsmfNode);
}

interface Plan<A extends Answer> {
  readonly settings: Settings;
  readonly kind: Kind<A>;
}

/** Builds a model once, so that its own checks have their say before anything starts. */
function readPlan<A extends Answer>(RED: NodeAPI, def: StreamDef, type: NodeType<A>): Plan<A> | Error {
  try {
    const settings = readSettings(RED, def, type.keepsGoing);
    const kind = type.createKind(def, settings);
    kind.create();
    return { settings, kind };
  } catch (error) {
    return errorOf(error);
  }
}
