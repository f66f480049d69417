/** Longer strings become JSON a stretch at a time: at once a model of a thousand sensors holds everything up for 30 ms. */
const STRETCH = 524_288;

/** A value as JSON, in pieces that are made one after the other. It is taken as it is now, whatever becomes of it meanwhile. */
export class JsonPieces {
  /** JSON that is made already, and between two of these a long string, which nobody can change and so need not be copied. */
  readonly #made: readonly string[];
  readonly #strings: readonly string[];

  private constructor(made: readonly string[], strings: readonly string[] = []) {
    this.#made = made;
    this.#strings = strings;
  }

  /** Undefined for what JSON has no word for. */
  static of(value: unknown): JsonPieces | undefined {
    if (!hasLongString(value)) {
      const text = JSON.stringify(value) as string | undefined;
      return text === undefined ? undefined : new JsonPieces([text]);
    }
    const made: string[] = [];
    const strings: string[] = [];
    let text = '{';
    for (const [name, part] of Object.entries(value)) {
      const isLong = isLongString(part);
      const field = JSON.stringify({ [name]: isLong ? '' : part }).slice(1, -1);
      if (field === '') continue;
      if (text !== '{' || made.length > 0) text += ',';
      text += field;
      if (!isLong) continue;
      made.push(text.slice(0, -1));
      strings.push(part);
      text = '"';
    }
    return new JsonPieces([...made, `${text}}`], strings);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const [n, text] of this.#made.entries()) {
      yield text;
      if (n < this.#strings.length) yield* escape(this.#strings[n]);
    }
  }

  get text(): string {
    return [...this].join('');
  }
}

const isLongString = (value: unknown): value is string => typeof value === 'string' && value.length > STRETCH;

/** In one of its own fields, as a saved model has it; an object that says itself what it is in JSON is asked. */
function hasLongString(value: unknown): value is Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return !('toJSON' in value) && Object.values(value).some(isLongString);
}

/** Half a pair at the end of a stretch is escaped, and one with the other half when it is read. */
function* escape(string: string): Generator<string> {
  for (let i = 0; i < string.length; i += STRETCH)
    yield JSON.stringify(string.slice(i, i + STRETCH)).slice(1, -1);
}
