import { FORMAT } from '../../src/snapshot/format';
import type { Message } from './arrival';
import type { Capabilities, ModelCommand, ReadSettings } from './incoming';
import { REPORT_FORMAT } from './report';

/** Marks what a fit reports, so that no psmf node behind takes it for readings. */
export const FIT_FORMAT = 'psmf-fit';

/** Whether the message begins or ends maintenance, be it by the way, with readings. */
export const bringsMaintenance = (msg: Message, { setMaintenance }: Capabilities): boolean =>
  setMaintenance !== undefined && msg.maintenance !== undefined;

/** Numbers and texts come with every inject node; they are readings only where nothing else is asked for. */
const isReadingsLike = (payload: unknown): boolean => payload !== null && typeof payload === 'object';

/** What the message asks for; null: nothing, it brings readings or something else. */
export function readCommand(
  msg: Message,
  capabilities: Capabilities,
  { property }: ReadSettings,
): ModelCommand | 'fit' | null {
  const { prepareFit, setMaintenance } = capabilities;
  if (msg.reset === true) return 'reset';
  if (msg.export === true) return 'export';
  if (msg.import !== undefined) return 'import';
  if (msg.forget !== undefined) return 'forget';
  if (msg.report === true) return 'report';
  if (setMaintenance !== undefined && msg.acknowledge !== undefined) return 'acknowledge';
  if (bringsMaintenance(msg, capabilities) && !isReadingsLike(property.read(msg))) return 'maintenance';
  const { fit } = msg;
  const asksForFit = fit === true || (fit !== null && typeof fit === 'object' && !Array.isArray(fit));
  return prepareFit !== undefined && asksForFit ? 'fit' : null;
}

/** Whether the message brings what some node exported, a report, or tells of a fit: no readings, though there are numbers in it. */
export function bringsState({ payload }: Message): boolean {
  if (payload === null || typeof payload !== 'object') return false;
  const { format, data, errors, text } = payload as Readonly<
    Record<'format' | 'data' | 'errors' | 'text', unknown>
  >;
  return (
    (format === FORMAT && typeof data === 'string') ||
    (format === FIT_FORMAT && Array.isArray(errors)) ||
    (format === REPORT_FORMAT && typeof text === 'string')
  );
}
