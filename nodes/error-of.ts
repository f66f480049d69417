/** What was thrown, or handed to a callback, as an Error; stores and nodes of other makes hand out texts and plain objects. */
export function errorOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  if (thrown !== null && typeof thrown === 'object') {
    const { message } = thrown as { readonly message?: unknown };
    if (typeof message === 'string') return new Error(message);
    return new Error('something went wrong that does not say what');
  }
  return new Error(String(thrown));
}
