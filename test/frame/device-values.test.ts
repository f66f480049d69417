import assert from 'node:assert/strict';
import { readAvailability } from '../../src/frame/availability';
import { LeaveOut } from '../../src/frame/leave-out';
import { saysBad } from '../../src/frame/quality';
import { isGap, learnWords, sayState } from '../../src/frame/states';
import { looksLikeTime, readTimeBySize } from '../../src/frame/time-by-size';
import { readValue } from '../../src/frame/value';

describe('numbers as people write them', () => {
  const numbers: readonly (readonly [string, number])[] = [
    ...([
      ['21.5 °C', 21.5],
      ['21,5', 21.5],
      ['1 013,2 hPa', 1013.2],
      ['3%', 3],
      ['-4,25', -4.25],
      ['−3.5', -3.5],
    ] as const),
    ...([
      ['1\u00a0013.2', 1013.2],
      ["1'013.2", 1013.2],
      ['1.013,2', 1013.2],
      ['1,013.2', 1013.2],
      ['1.013.000', 1013000],
    ] as const),
    ...([
      [' 21.5 ', 21.5],
      ['2635W', 2635],
      ['6.3 kWh', 6.3],
      ['12 m³/h', 12],
      ['5 W/m2', 5],
      ['48 % RH', 48],
      ['60dB', 60],
    ] as const),
    ...([
      ['0,125', 0.125],
      ['1e3', 1000],
      ['2.5e-3 V', 0.0025],
      ['.5', 0.5],
      ['1234,567', 1234.567],
      ['+7', 7],
    ] as const),
  ];
  for (const [text, number] of numbers) it(`reads ${text}`, () => assert.equal(readValue(text), number));

  for (const text of [
    '1,013',
    '0x1f',
    '1.2.3',
    '12:30',
    'abc',
    '',
    '21 5',
    '1,2,3',
    '2026-03-01',
    '0123456789abcdef',
    '12e5f',
    '3 days ago',
    '5 of 7',
    '1 01 000',
    '9'.repeat(80),
    '<5',
    '1-2',
  ])
    it(`finds none in ${text.slice(0, 20)}`, () => assert.ok(Number.isNaN(readValue(text))));

  it('takes two states for 1 and 0, and writes them as the sensor does', () => {
    const pairs = [
      ['ON', 'OFF'],
      ['open', 'closed'],
      ['True', 'False'],
      ['Yes', 'No'],
      [true, false],
    ] as const;
    for (const [one, zero] of pairs) {
      assert.deepEqual([readValue(one), readValue(zero)], [1, 0]);
      const words = learnWords(one, undefined);
      assert.deepEqual([sayState(0.7, words), sayState(0.2, words)], [one, zero]);
      assert.equal(sayState(0.7, learnWords(zero, undefined)), one);
    }
    assert.equal(sayState(0, learnWords('open', learnWords('close', undefined))), 'close');
  });

  it('takes what says that there is no value for a gap, never for a zero', () => {
    for (const value of [null, undefined, NaN, Infinity, 'unavailable', 'Unknown', 'N/A', '', '--', 'nan'])
      assert.ok(isGap(value) && Number.isNaN(readValue(value)), String(value));
    for (const value of [0, '0', false, 'OFF', 'text']) assert.ok(!isGap(value), String(value));
  });
});

describe('times', () => {
  const ms = Date.UTC(2026, 2, 1, 10, 13, 52);

  it('are told apart by their size', () => {
    for (const [value, expected] of [
      ...([
        [ms / 1000, ms],
        [ms, ms],
        [ms * 1e3, ms],
        [ms * 1e6, ms],
        [ms / 1000 + 0.25, ms + 250],
        [`${ms}`, ms],
      ] as const),
      ...([
        ['2026-03-01T10:13:52Z', ms],
        ['2026-03-01T10:13:52.123456789+00:00', ms + 123],
        ['2026/03/01 10:13:52Z', ms],
      ] as const),
    ]) {
      assert.equal(looksLikeTime(value), expected, String(value));
      assert.equal(readTimeBySize(value), expected, String(value));
    }
    assert.equal(readTimeBySize('2026-03-01T10:13:52'), new Date(2026, 2, 1, 10, 13, 52).getTime());
    assert.equal(readTimeBySize(new Date(ms)), ms);
  });

  it('below 1e9 are milliseconds where the time is asked for, and no times elsewhere', () => {
    assert.equal(readTimeBySize(123_456), 123_456);
    for (const value of [123_456, 21.5, 0, '12', 'soon', null, {}, true])
      assert.equal(looksLikeTime(value), null);
  });

  it('of clocks that were never set are none', () => {
    for (const value of ['1601-01-01T00:00:00Z', '1970-01-01T00:00:12', new Date(0), 0])
      assert.equal(readTimeBySize(value), null);
  });
});

describe('what is left out', () => {
  const usual = new LeaveOut();

  it('are the numbers of link, message and device, however they are written', () => {
    for (const name of [
      'seq',
      'bdSeq',
      'linkquality',
      'LinkQuality',
      'rssi',
      'snr',
      'uptime',
      'UptimeSec',
      'battery',
      'f_cnt',
      'fCnt',
      'fPort',
      'f_port',
      'dr',
      'id',
      'channel',
      'deviceId',
      'device_id',
      'nodeID',
      'msgCount',
      'message_id',
      'sequenceNumber',
      'rx_bytes',
      'firmware_version',
      'swVersion',
      'WiFi',
    ])
      assert.ok(usual.hasPart(name), name);
  });

  it('are not the sensors of a plant', () => {
    for (const name of [
      'temperature',
      'humidity',
      'grid',
      'fluid',
      'solid',
      'battery_power',
      'battery_soc',
      'to_battery',
      'voltage',
      'frequency',
      'count',
      'pulse_count',
      'valve',
      'uv_index',
      'free_chlorine',
      'humid',
      'acid_level',
      'sequestration',
      'signals_ok',
      'idle_power',
    ])
      assert.ok(!usual.hasPart(name), name);
  });

  it('is what the setting says, with wildcards', () => {
    const own = new LeaveOut(['*_raw', 'spare*', 'plant/old/*']);
    assert.deepEqual(
      ['adc_raw', 'adcRaw', 'spare1', 'seq', 'raw'].map((name) => own.hasPart(name)),
      [true, true, true, false, false],
    );
    assert.deepEqual(
      ['plant/old/t', 'plant/new/t'].map((name) => own.hasName(name)),
      [true, false],
    );
    assert.ok(!new LeaveOut([]).hasPart('seq'));
  });
});

describe('qualities', () => {
  it('are bad by the codes of their protocols', () => {
    for (const [name, value] of [
      ['statusCode', 0x80310000],
      ['statusCode', 'BadTimeout'],
      ['statusCode', { value: 0x808a0000 }],
      ['StatusCode', { Code: 0x80000000 }],
      ['quality', 0],
      ['quality', 500],
      ['q', false],
      ['quality', 'bad'],
      ['is_null', true],
    ] as const)
      assert.ok(saysBad(name, value), `${name} ${JSON.stringify(value)}`);
    for (const [name, value] of [
      ['statusCode', 0],
      ['statusCode', 200],
      ['statusCode', { value: 0, name: 'Good' }],
      ['statusCode', 0x40920000],
      ['quality', 192],
      ['quality', 64],
      ['q', true],
      ['temperature', 0],
    ] as const)
      assert.ok(!saysBad(name, value), `${name} ${JSON.stringify(value)}`);
  });
});

describe('availability', () => {
  it('is no reading, and names the device', () => {
    for (const [topic, payload, device, isOnline] of [
      ['z/kitchen/availability', { state: 'offline' }, 'z/kitchen', false],
      ['z/kitchen/availability', 'online', 'z/kitchen', true],
      ['tele/boiler/LWT', 'Offline', 'tele/boiler', false],
      ['shelly/online', 'false', 'shelly', false],
      ['homie/5/car/$state', 'lost', 'homie/5/car', false],
      ['any/device', { state: 'online' }, 'any/device', true],
      ['any/device/status', 'offline', 'any/device', false],
      ['spBv1.0/g/NDEATH/edge', { timestamp: 1 }, 'g/edge', false],
    ] as const)
      assert.deepEqual(readAvailability(topic, payload), { device, isOnline }, topic);
  });

  it('is not what a reading is', () => {
    for (const [topic, payload] of [
      ['z/lamp/state', 'ON'],
      ['z/lamp', { state: 'ON' }],
      ['a/b', 'unavailable'],
      ['a/b', 21],
      ['z/lamp', { state: 'online', temperature: 20 }],
      ['a/online', 'text'],
    ] as const)
      assert.equal(readAvailability(topic, payload), null, topic);
  });
});
