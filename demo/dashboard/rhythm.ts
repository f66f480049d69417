/** Hours on the page before now, and forecast after it. */
export const PAST_HOURS = 72;
export const HOURS_AHEAD = 24;

/**
 * Body of the function node that is the hall around the plant: an hour each second, ten days at once in the beginning.
 * Temperature, heating and CO2 have a rhythm of a day.
 */
export const HALL_HOUR = `
let hour = context.get('hour', 'memory') ?? 0;
const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
const frame = () => {
  const day = (2 * Math.PI * hour) / 24;
  const values = {
    'hall temperature': 21 - 3 * Math.cos(day - 1) + 0.35 * normal(),
    'heating power': 140 + 60 * Math.cos(day - 0.4) + 15 * Math.sin(2 * day) + 7 * normal(),
    'CO2': 600 + 260 * Math.max(0, Math.sin(day - 1.8)) + 25 * normal(),
    timestamp: Date.UTC(2024, 0, 1, hour),
  };
  hour += 1;
  return values;
};
msg.payload = hour === 0 ? Array.from({ length: 240 }, frame) : frame();
msg.raw = msg.payload;
context.set('hour', hour, 'memory');
return msg;
`.trim();

/** Body of the function node that keeps the last hours and sends them with the newest forecast, also to a page just opened. */
export const KEEP_FAN = `
if (msg.topic !== 'hello') {
  const list = (value) => (Array.isArray(value) ? value : [value]);
  const blocks = list(msg.psmf).map(({ filter }) => filter);
  const hours = context.get('hours', 'memory') ?? [];
  list(msg.raw).forEach((raw, i) => hours.push({ time: blocks[i].time, raw, estimate: blocks[i].estimate }));
  hours.splice(0, hours.length - ${PAST_HOURS});
  context.set('hours', hours, 'memory');
  context.set('forecast', blocks[blocks.length - 1].forecast, 'memory');
}
return {
  topic: 'fan',
  payload: { hours: context.get('hours', 'memory') ?? [], forecast: context.get('forecast', 'memory') ?? [] },
};
`.trim();

/** psmf-filter's settings for it. */
export const RHYTHM = {
  ...{ name: 'rhythm of a day', model: 'rpsmf', dynamics: 'seasonal', periodSeconds: 86_400, harmonics: 4 },
  ...{ standardise: true, horizon: HOURS_AHEAD, store: 'memory', configVersion: 1 },
} as const;
