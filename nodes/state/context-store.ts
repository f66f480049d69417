import { errorOf } from '../../src/errors';
import type { NodeContextData } from 'node-red';

/** Called exactly once, with the reason where it failed. */
export type Answer<T> = (error: Error | null, value?: T) => void;

/** A store that has not answered by then is taken to be out of order. Node-RED itself waits 15 s for a node to close. */
const ANSWER_MS = 5000;

/** One scope of Node-RED context through its callback API, with a time limit on every answer. */
export class ContextStore {
  readonly #context: NodeContextData | undefined;
  readonly #name: string | undefined;
  readonly #answerMs: number;

  /** `context` is undefined for a node outside any flow. */
  constructor(context: NodeContextData | undefined, name: string | undefined, answerMs = ANSWER_MS) {
    this.#context = context;
    this.#name = name;
    this.#answerMs = answerMs;
  }

  read(key: string, answer: Answer<unknown>): void {
    this.#ask(answer, (context, reply) => context.get(key, this.#name, reply));
  }

  /** Undefined erases what is there. */
  write(key: string, value: unknown, answer: Answer<void>): void {
    this.#ask(answer, (context, reply) => context.set(key, value, this.#name, (error) => reply(error)));
  }

  /** The keys of everything in this scope. */
  list(answer: Answer<unknown>): void {
    this.#ask(answer, (context, reply) => context.keys(this.#name, reply));
  }

  #ask<T>(
    answer: Answer<T>,
    question: (context: NodeContextData, reply: (error?: unknown, value?: T) => void) => void,
  ): void {
    let answered = false;
    const reply = (error?: unknown, value?: T): void => {
      if (answered) return;
      answered = true;
      clearTimeout(timer);
      answer(error === undefined || error === null ? null : errorOf(error), value);
    };
    const timer = setTimeout(
      () => reply(new Error(`the context store has not answered within ${this.#answerMs / 1000} s`)),
      this.#answerMs,
    ).unref();
    if (this.#context === undefined)
      return reply(new Error('the node is in no flow, so it has no flow context'));
    try {
      question(this.#context, reply);
    } catch (error) {
      reply(error);
    }
  }
}
