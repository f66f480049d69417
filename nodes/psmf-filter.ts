import type { Node, NodeAPI, NodeMessage, NodeStatus } from 'node-red';
import { readFields } from '../src/frame/fields';
import { NamedFilter, WARM_UP, type FilteredFrame, type NamedFilterOptions } from '../src/frame/named-filter';
import { DurabilityNotice } from './adapter/durability';
import { writeFilterAnswer } from './adapter/filter-message';
import {
  readFilterOptions,
  readKeepingOptions,
  type FilterDef,
  type KeepingOptions,
} from './adapter/options';
import { startRefusing, startStream, type Stream } from './adapter/stream-node';

export = function registerFilter(RED: NodeAPI): void {
  const durability = new DurabilityNotice(RED.settings.contextStorage);

  function PsmfFilterNode(this: Node, def: FilterDef): void {
    RED.nodes.createNode(this, def);
    const plan = readPlan(def);
    if (plan instanceof Error) return startRefusing(this, plan);
    startStream(this, plan.stream, plan.keeping, durability.check(this, plan.keeping.store));
  }

  RED.nodes.registerType('psmf-filter', PsmfFilterNode);
};

interface Plan {
  readonly stream: Stream<NamedFilter>;
  readonly keeping: KeepingOptions;
}

function readPlan(def: FilterDef): Plan | Error {
  try {
    return { stream: createStream(readFilterOptions(def)), keeping: readKeepingOptions(def) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Throws if the options are not right, before anything starts. */
function createStream(options: NamedFilterOptions): Stream<NamedFilter> {
  const create = (): NamedFilter => new NamedFilter(options);
  create();
  return {
    create,
    restore: (snapshot) => NamedFilter.restore(options, snapshot),
    answer(model, msg: NodeMessage, time): NodeStatus {
      const fields = readFields(msg.payload);
      const frame = model.learnOne(fields);
      writeFilterAnswer(msg, fields, frame, time);
      return describeStatus(frame);
    },
  };
}

function describeStatus({ seq, phase, names }: FilteredFrame): NodeStatus {
  if (phase === 'warming') return { fill: 'blue', shape: 'dot', text: `learning ${seq}/${WARM_UP}` };
  return { fill: 'green', shape: 'dot', text: names.length === 1 ? '1 sensor' : `${names.length} sensors` };
}
