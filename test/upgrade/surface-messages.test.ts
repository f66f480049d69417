import assert from 'node:assert/strict';
import { collect, helper, send, startFlow, streamFlow, type Message } from '../nodes/flow';
import { assertKept } from './kept';
import { simulate, timeOf } from './stream';
import { BLOCKS, CHANGE_EVENT, CHART_POINT, CONTRIBUTION, FORECAST, SENSOR_EVENT } from './surface';

type Fields = Readonly<Record<string, unknown>>;

const frames = simulate(580);
const give = (frame: object, index: number): void => send(frame, { timestamp: timeOf(index) });
const blockOf = (msg: Message, name: keyof typeof BLOCKS): Fields => msg.psmf?.[name] as Fields;

/** The fields of a block are there in every frame, whatever there is to say. */
function checkBlocks(messages: readonly Message[], name: keyof typeof BLOCKS): void {
  for (const msg of messages)
    assertKept(`Fields of msg.psmf.${name}`, BLOCKS[name], Object.keys(blockOf(msg, name)));
}

describe('the fields of messages that flows hold on to', () => {
  afterEach(() => helper.unload());

  it('msg.psmf.impute of frames read, filled, rejected and late, and sensor events', async () => {
    await startFlow(streamFlow('psmf-impute'));
    const { out, events } = collect();
    frames.slice(0, 60).forEach(give);
    for (let i = 60; i < 66; i++) give({ ...frames[i], flow: null }, i);
    give({ ...frames[66], power: 'broken' }, 66);
    give(frames[5], 5);
    const messages = await out.reach(68);
    checkBlocks(messages, 'impute');
    assert.deepEqual(blockOf(messages[60], 'impute').filled, ['flow']);
    assertKept(
      'Sensors in msg.psmf.impute.rejected',
      ['power'],
      Object.keys(blockOf(messages[66], 'impute').rejected as object),
    );
    assert.equal(blockOf(messages[67], 'impute').late, true);
    const [silent, back] = await events.reach(2);
    assert.deepEqual([silent.topic, back.topic], ['sensor', 'sensor']);
    for (const { payload } of [silent, back])
      assertKept('Fields of sensor events', SENSOR_EVENT, Object.keys(payload as object));
    assert.deepEqual(
      [silent, back].map(({ payload }) => (payload as Fields).state),
      ['silent', 'back'],
    );
  });

  it('msg.psmf.filter with forecasts, of frames read, filled and late', async () => {
    await startFlow(streamFlow('psmf-filter', { horizon: 2 }));
    const { out } = collect();
    frames.slice(0, 60).forEach(give);
    give({ ...frames[60], flow: null }, 60);
    give(frames[5], 5);
    const messages = await out.reach(62);
    checkBlocks(messages, 'filter');
    const forecast = blockOf(messages[60], 'filter').forecast as readonly object[];
    assert.equal(forecast.length, 2);
    for (const frame of forecast)
      assertKept('Fields of msg.psmf.filter.forecast', FORECAST, Object.keys(frame));
    assert.equal(blockOf(messages[61], 'filter').late, true);
  });

  it('msg.psmf.change of frames read, late and with an alarm, and change events', async () => {
    await startFlow(streamFlow('psmf-changepoint'));
    const { out, events } = collect();
    frames.slice(0, 550).forEach(give);
    give(frames[5], 5);
    for (let i = 550; i < 580; i++) give({ ...frames[i], power: frames[i].power + 100 }, i);
    const messages = await out.reach(581);
    checkBlocks(messages, 'change');
    assert.equal(blockOf(messages[550], 'change').late, true);
    const alarm = messages
      .map((msg) => blockOf(msg, 'change').alarm)
      .find((value) => value !== null) as Fields;
    const [event] = await events.reach(1);
    assert.equal(event.topic, 'changepoint');
    for (const change of [alarm, event.payload as Fields]) {
      assertKept('Fields of change events', CHANGE_EVENT, Object.keys(change));
      const [first] = change.sensors as readonly object[];
      assertKept('Fields of the sensors of change events', CONTRIBUTION, Object.keys(first));
    }
  });

  it('points for charts', async () => {
    await startFlow(streamFlow('psmf-impute', { format: 'chart' }));
    const { out } = collect();
    give(frames[0], 0);
    const [{ payload }] = await out.reach(1);
    for (const point of payload as readonly object[])
      assertKept('Fields of chart points', CHART_POINT, Object.keys(point));
  });
});
