import type { Node, NodeMessage, NodeStatus } from 'node-red';
import { ContextStore } from './context-store';
import { ModelKeeper, type KeptModel, type Recipe } from './model-keeper';
import type { KeepingOptions } from './options';
import { StatusLine } from './status-line';
import { WaitingRoom, type Arrival } from './waiting-room';

/** What makes one node differ from another. */
export interface Stream<M> extends Recipe<M> {
  /** Learns from the message and writes the answer into it; throws, with nothing changed, if it cannot. */
  answer(model: M, msg: NodeMessage, time: number): NodeStatus;
}

/** Runs a stream in a node: state in, message after message through the model, state out. */
export function startStream<M extends KeptModel>(
  node: Node,
  stream: Stream<M>,
  options: KeepingOptions,
  isDurable: boolean,
): void {
  const status = new StatusLine(node);
  const room = new WaitingRoom();
  const keeper = new ModelKeeper<M>({
    store: new ContextStore(node.context().flow, options.store),
    nodeId: node.id,
    saveMs: options.saveMs,
    recipe: stream,
    warn: (sentence) => node.warn(sentence),
  });
  const serve = (model: M, { msg, send, done, time }: Arrival): void => {
    try {
      const news = stream.answer(model, msg, time);
      keeper.markChanged(time);
      status.show(keeper.keeping ? news : { ...news, shape: 'ring', text: `${news.text}, not saved` });
      send(msg);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    done();
  };

  node.on('input', (msg, send, done) => room.take({ msg, send, done, time: Date.now() }));
  node.on('close', (done: () => void) => {
    status.close();
    room.close();
    keeper.close(done);
  });
  keeper.load((model) => {
    if (!keeper.keeping) status.show({ fill: 'yellow', shape: 'ring', text: 'not saved' });
    else if (!isDurable) status.show({ fill: 'yellow', shape: 'ring', text: 'state is lost on restart' });
    else status.show({ fill: 'grey', shape: 'ring', text: 'waiting for data' });
    room.open((arrival) => serve(model, arrival));
  });
}

/** A node that cannot work says so, at once and with every message, and stands in nobody's way. */
export function startRefusing(node: Node, error: Error): void {
  node.status({ fill: 'red', shape: 'ring', text: error.message });
  node.error(error);
  node.on('input', (msg, send, done) => {
    send(msg);
    done(error);
  });
}
