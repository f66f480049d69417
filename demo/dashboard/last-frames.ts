/** Frames that a page shows. */
export const SHOWN = 240;

/**
 * Body of the function node that keeps the last frames and events of a psmf stream, for a page that has just been opened. It
 * takes what psmf-impute, psmf-filter and psmf-changepoint send, first and second outputs alike, and finds the sensors by itself;
 * a message with the topic units says what they measure in, by name.
 */
export const KEEP_FRAMES = `
const get = (name, usual) => context.get(name) ?? usual;
const names = get('names', []);
const frames = get('frames', []);
const events = get('events', []);

if (msg.topic === 'hello') return { topic: 'history', payload: { names, frames, events, units: get('units', {}) } };
if (msg.topic === 'units') {
  context.set('units', msg.payload);
  return msg;
}
if ((msg.topic === 'sensor' || msg.topic === 'changepoint' || msg.topic === 'broken') && msg.psmf === undefined) {
  const event = { topic: msg.topic, time: msg.payload.time ?? frames.at(-1)?.time ?? Date.now(), payload: msg.payload };
  events.push(event);
  events.splice(0, events.length - 30);
  context.set('events', events);
  return { topic: 'event', payload: event };
}

const blocks = Array.isArray(msg.psmf) ? msg.psmf : [msg.psmf];
const payloads = Array.isArray(msg.psmf) ? msg.payload : [msg.payload];
const added = [];
blocks.forEach((block, i) => {
  const { impute, filter, change } = block ?? {};
  const head = impute ?? filter ?? change;
  const fields = payloads[i];
  if (!head || head.late || fields === null || typeof fields !== 'object') return;
  if (head.time <= (added.at(-1) ?? frames.at(-1) ?? { time: 0 }).time) return; // answered out of turn
  const bounds = impute ?? filter ?? {};
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'number' && value !== head.time && !names.includes(name) && names.length < 64) names.push(name);
  const filled = new Set(impute?.filled ?? []);
  const numbers = (values) => names.map((name) => (Number.isFinite(values?.[name]) ? values[name] : null));
  added.push({
    time: head.time,
    seq: head.seq,
    phase: head.phase,
    value: numbers(fields),
    lower: numbers(bounds.lower),
    upper: numbers(bounds.upper),
    gap: numbers(impute?.gap),
    filled: names.map((name) => filled.has(name)),
    uncertain: names.map((name) => impute?.quality?.[name] === 'uncertain'),
    outlier: names.map((name) => (bounds.outliers ?? []).includes(name)),
    score: change?.score ?? null,
  });
});
if (added.length === 0) return null;
frames.push(...added);
frames.splice(0, frames.length - ${SHOWN});
context.set('names', names);
context.set('frames', frames);
return { topic: 'frames', payload: { names, frames: added.slice(-${SHOWN}) } };
`.trim();
