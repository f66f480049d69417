type Reply = (error: Error | null, ...values: unknown[]) => void;

/**
 * A context store as Node-RED wants them, that outlives the runtime, answers only later, keeps JSON text as a file store
 * does, and can be told to fail.
 */
export class SlowStore {
  readonly #values = new Map<string, string>();
  /** Resolves held answers; null answers at once. */
  #held: (() => void)[] | null = null;
  #holdsReads = true;
  readsFail = false;
  writesFail = false;
  #goodWrites = Infinity;
  neverAnswers = false;
  writes = 0;
  reads = 0;

  /** For the settings file. */
  get settings(): object {
    return { default: { module: () => this } };
  }

  /** From now on no answer is given until `release`. */
  hold(): void {
    this.#held = [];
    this.#holdsReads = true;
  }

  /** From now on no write is answered until `release`. */
  holdWrites(): void {
    this.#held = [];
    this.#holdsReads = false;
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const answer of held) answer();
  }

  /** All writes fail after so many more. */
  failAfter(writes: number): void {
    this.#goodWrites = writes;
  }

  /** What is stored in the flow context of `tab`. */
  peek(key: string): unknown {
    const text = this.#values.get(`tab/${key}`);
    return text === undefined ? undefined : JSON.parse(text);
  }

  put(key: string, value: unknown): void {
    this.#values.set(`tab/${key}`, JSON.stringify(value));
  }

  get(scope: string, key: string, reply: Reply): void {
    this.reads++;
    const give = (): void => {
      const text = this.#values.get(`${scope}/${key}`);
      if (this.readsFail) reply(new Error('disk on fire'));
      else reply(null, text === undefined ? undefined : JSON.parse(text));
    };
    if (this.#holdsReads) this.#answer(give);
    else setImmediate(give);
  }

  set(scope: string, key: string, value: unknown, reply: Reply): void {
    const text = JSON.stringify(value);
    this.#answer(() => {
      if (this.writesFail || this.#goodWrites === 0) return reply(new Error('disk full'));
      this.#goodWrites -= 1;
      this.#values.set(`${scope}/${key}`, text);
      this.writes++;
      reply(null);
    });
  }

  keys(scope: string, reply: Reply): void {
    const own = [...this.#values.keys()].filter((key) => key.startsWith(`${scope}/`));
    this.#answer(() =>
      reply(
        null,
        own.map((key) => key.slice(scope.length + 1)),
      ),
    );
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
    if (this.neverAnswers) return;
    if (this.#held === null) setImmediate(give);
    else this.#held.push(give);
  }
}
