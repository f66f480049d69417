import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival, type Message, type Output } from '../message/arrival';
import type { OwnMessages } from '../message/own-messages';
import type { Watched } from '../view/node-view';
import type { ModelRegistry } from './model-registry';
import type { StatusFacts, StatusLine } from './status';

/** What the editor's live view sees of a node, and asks of it: `onInput` takes what it asks the way of a message. */
export function watchedNode<A extends Answer>(
  registry: ModelRegistry<A>,
  facts: StatusFacts<A>,
  status: StatusLine,
  ownMessages: OwnMessages,
  about: Pick<Watched<A>, 'isDurable' | 'hasKeys'>,
  onInput: (arrival: Arrival) => void,
): Watched<A> {
  return {
    ...about,
    counts: facts.counts,
    keys: () => registry.keys(),
    model: (key) => registry.loaded(key),
    ask: (command, key, value) => {
      const msg: Message = { ...ownMessages.createFor(key), [command]: value ?? true };
      return new Promise((resolve, reject) => {
        const send = (output: Output): void => resolve((output as Message).payload);
        const done = (error?: Error): void => (error === undefined ? resolve(null) : reject(error));
        onInput({ msg, send, done, ...tickNow(), isFromEditor: true });
      });
    },
    notePaused: (isPaused) => {
      facts.isPaused = isPaused;
      status.touch();
    },
  };
}
