import { contextKey } from './fixture';
import type { Mishap, NodeCase } from './node-case';

type Values = Record<string, unknown>;

/**
 * What the values of a flow context become when one of its nodes is cut short or its state is damaged. Before, the node has gone
 * from its first settings to others: the state of those is in use, that of the first stands under _previous.
 */
export function applyMishap(values: Values, { id, mishap }: Pick<NodeCase, 'id' | 'mishap'>): void {
  const key = contextKey(id);
  const [previous, exchange] = [`${key}_previous`, `${key}_exchange`];
  const [newer, older] = [values[key], values[previous]];
  const writes = { 'exchange-1': 1, 'exchange-2': 2, 'exchange-3': 3 } as Readonly<
    Partial<Record<Mishap, number>>
  >;
  const done = mishap === undefined ? 0 : (writes[mishap] ?? 0);
  if (done >= 1) values[exchange] = newer;
  if (done >= 2) values[key] = older;
  if (done >= 3) values[previous] = newer;
  if (mishap === 'damaged') values[key] = flipBit(values[key] as Values);
}

/** One bit in the middle of the numbers. */
function flipBit(envelope: Values): Values {
  const bytes = Buffer.from(envelope.data as string, 'base64');
  bytes[bytes.length >> 1] ^= 1;
  return { ...envelope, data: bytes.toString('base64') };
}
