import { SENSORS } from '../sensors';

/** Frames on the page. */
const SHOWN = 240;
/** Filled values that the score looks back on. */
const SCORED = 600;

const topics = JSON.stringify(SENSORS.map(({ topic }) => topic));
const spreads = JSON.stringify(SENSORS.map(({ spread }) => spread));
const described = JSON.stringify(SENSORS.map(({ topic, unit, digits }) => ({ topic, unit, digits })));

/**
 * Body of the function node that turns a frame into arrays for the page, one entry for each sensor, and scores what was
 * filled against the truth of the same time: error beside that of repeating the last value, share of truths in the band.
 */
export const PREPARE_FRAME = `
const TOPICS = ${topics};
const SPREADS = ${spreads};
const truths = context.get('truths', 'memory') ?? new Map();
const last = context.get('last', 'memory') ?? [];
const scores = context.get('scores', 'memory') ?? [];

if (msg.topic === 'truth') {
  truths.set(msg.payload.time, msg.payload.values);
  if (truths.size > 50) truths.delete(truths.keys().next().value);
  context.set('truths', truths, 'memory');
  return null;
}

const { impute, change } = msg.psmf;
if (impute.late) return null;
const filled = new Set(impute.filled);
const truth = truths.get(impute.time);
const at = (values, topic) => values?.[topic] ?? null;

TOPICS.forEach((topic, j) => {
  const value = at(msg.payload, topic);
  if (!filled.has(topic)) {
    if (value !== null) last[j] = value;
  } else if (truth && impute.phase === 'ready' && last[j] !== undefined) {
    const inBand = truth[topic] >= impute.lower[topic] && truth[topic] <= impute.upper[topic];
    scores.push([(value - truth[topic]) / SPREADS[j], (last[j] - truth[topic]) / SPREADS[j], inBand ? 1 : 0]);
  }
});
scores.splice(0, scores.length - ${SCORED});
context.set('last', last, 'memory');
context.set('scores', scores, 'memory');

const sum = (part) => scores.reduce((total, score) => total + part(score), 0);
return {
  topic: 'frame',
  payload: {
    time: impute.time,
    seq: impute.seq,
    phase: impute.phase,
    value: TOPICS.map((topic) => at(msg.payload, topic)),
    lower: TOPICS.map((topic) => (filled.has(topic) ? at(impute.lower, topic) : null)),
    upper: TOPICS.map((topic) => (filled.has(topic) ? at(impute.upper, topic) : null)),
    gap: TOPICS.map((topic) => at(impute.gap, topic) ?? 0),
    uncertain: TOPICS.map((topic) => at(impute.quality, topic) === 'uncertain'),
    outlier: TOPICS.map((topic) => impute.outliers.includes(topic)),
    truth: TOPICS.map((topic) => (filled.has(topic) ? at(truth, topic) : null)),
    change: { phase: change.phase, score: change.score },
    scored: scores.length,
    error: Math.sqrt(sum(([own]) => own * own) / sum(([, other]) => other * other)),
    coverage: sum(([, , inBand]) => inBand) / scores.length,
  },
};
`.trim();

/** Body of the function node that keeps the last frames and changes, for a page that has just been opened. */
export const KEEP_HISTORY = `
const frames = context.get('frames', 'memory') ?? [];
const changes = context.get('changes', 'memory') ?? [];

if (msg.topic === 'hello') {
  return { topic: 'history', payload: { sensors: ${described}, frames, changes } };
}
if (msg.topic === 'changepoint') {
  changes.push(msg.payload);
  changes.splice(0, changes.length - 20);
  context.set('changes', changes, 'memory');
} else {
  frames.push(msg.payload);
  frames.splice(0, frames.length - ${SHOWN});
  context.set('frames', frames, 'memory');
}
return { topic: msg.topic, payload: msg.payload };
`.trim();
