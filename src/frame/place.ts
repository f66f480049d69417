import { copyReadable, setField } from './record';
import type { Place } from './shapes/shape';

/** A change of a payload: what is to stand at a place, or one more entry of the list there. */
export type Edit =
  { readonly place: Place; readonly value: unknown } | { readonly append: Place; readonly value: unknown };

type Holder = Record<string | number, unknown>;

/** The payload with these changes; what they do not touch is shared with it, and itself it stays as it was. */
export function applyEdits(root: object, edits: readonly Edit[]): unknown {
  const copies = new Map<object, object>();
  const copyOf = (value: object): object => {
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = copyReadable(value);
    copies.set(value, copy);
    copies.set(copy, copy);
    return copy;
  };
  const top = copyOf(root);
  for (const edit of edits) {
    if ('append' in edit) {
      const list = descend(top, edit.append, copyOf);
      if (Array.isArray(list)) list.push(edit.value);
    } else if (edit.place.length > 0) {
      const holder = descend(top, edit.place.slice(0, -1), copyOf);
      if (holder !== null) put(holder, edit.place[edit.place.length - 1], edit.value);
    }
  }
  return top;
}

/** The object at a place, copied on the way there; made where there is none; null where something else is in the way. */
function descend(top: object, place: Place, copyOf: (value: object) => object): object | null {
  let holder = top;
  for (const part of place) {
    const next: unknown = Object.hasOwn(holder, part) ? (holder as Holder)[part] : undefined;
    if (next !== undefined && next !== null && typeof next !== 'object') return null;
    const copy = copyOf(next ?? {});
    put(holder, part, copy);
    holder = copy;
  }
  return holder;
}

function put(holder: object, part: string | number, value: unknown): void {
  if (Array.isArray(holder) && typeof part === 'number') holder[part] = value;
  else setField(holder as Record<string, unknown>, String(part), value);
  // A value that is filled is there: Sparkplug B says of the gap that it is null.
  if (value !== null && (holder as Holder).is_null === true)
    setField(holder as Record<string, unknown>, 'is_null', false);
}
