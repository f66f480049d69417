import { nextUniform } from '../../src/random';

type Reply = (error: Error | null, ...values: unknown[]) => void;

/** A context store that keeps JSON text, as a file does, and answers now at once, now soon, now late, by a seeded draw. */
export class UnrulyStore {
  readonly #values = new Map<string, string>();
  readonly #draws: Float64Array;
  readonly #atOnce: number;
  readonly #isShared: boolean;

  /** `atOnce`: the share of answers that come before the call returns. */
  constructor(seed: number, atOnce: number, isShared: boolean) {
    this.#draws = Float64Array.of(seed);
    this.#atOnce = atOnce;
    this.#isShared = isShared;
  }

  /** For the settings file. */
  get settings(): object {
    return { default: { module: Object.assign(() => this, { isShared: this.#isShared }) } };
  }

  get(scope: string, key: string, reply: Reply): void {
    this.#answer(() => {
      const text = this.#values.get(`${scope}/${key}`);
      reply(null, text === undefined ? undefined : JSON.parse(text));
    });
  }

  set(scope: string, key: string, value: unknown, reply: Reply): void {
    const text = JSON.stringify(value) as string | undefined;
    this.#answer(() => {
      if (text === undefined) this.#values.delete(`${scope}/${key}`);
      else this.#values.set(`${scope}/${key}`, text);
      reply(null);
    });
  }

  keys(scope: string, reply: Reply): void {
    this.#answer(() => {
      const own = [...this.#values.keys()].filter((key) => key.startsWith(`${scope}/`));
      reply(
        null,
        own.map((key) => key.slice(scope.length + 1)),
      );
    });
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  delete(): Promise<void> {
    return Promise.resolve();
  }

  clean(): Promise<void> {
    return Promise.resolve();
  }

  #answer(give: () => void): void {
    if (nextUniform(this.#draws, 0) < this.#atOnce) give();
    else if (nextUniform(this.#draws, 0) < 0.5) setImmediate(give);
    else setTimeout(give, 4 * nextUniform(this.#draws, 0));
  }
}
