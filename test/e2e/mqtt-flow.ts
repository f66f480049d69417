/** Readings that share their time make a frame by themselves; the clock is there for the last one only. */
const FRAME_MS = 1000;

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });

/**
 * plant/# -> psmf-impute -> psmf-changepoint -> out/frame, changes to out/change, as a user would wire it: a change node takes
 * value and time out of each message. Says so on out/ready once it is subscribed.
 */
export function createMqttFlow(port: number): object[] {
  const rule = (from: string, to: string): object => ({ t: 'set', p: to, pt: 'msg', to: from, tot: 'msg' });
  return [
    { id: 'tab', type: 'tab', label: 'test' },
    {
      ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: '' },
      ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
    },
    place({
      ...{ id: 'in', type: 'mqtt in', topic: 'plant/#', qos: '0', datatype: 'json', broker: 'broker' },
      wires: [['reading']],
    }),
    place({
      ...{ id: 'reading', type: 'change', wires: [['impute']] },
      rules: [rule('payload.time', 'timestamp'), rule('payload.value', 'payload')],
    }),
    place({
      ...{ id: 'impute', type: 'psmf-impute', frameMs: `${FRAME_MS}`, keepGoing: false },
      wires: [['changes'], []],
    }),
    place({ id: 'changes', type: 'psmf-changepoint', wires: [['pick'], ['change']] }),
    place({
      ...{ id: 'pick', type: 'function', outputs: 1, wires: [['frame']] },
      func: 'const { time, seq, lower, upper } = msg.psmf.impute; return { payload: { payload: msg.payload, time, seq, lower, upper } };',
    }),
    place({ id: 'frame', type: 'mqtt out', topic: 'out/frame', broker: 'broker', wires: [] }),
    place({
      ...{ id: 'change', type: 'change', wires: [['change-out']] },
      rules: [{ t: 'delete', p: 'topic', pt: 'msg' }],
    }),
    place({ id: 'change-out', type: 'mqtt out', topic: 'out/change', broker: 'broker', wires: [] }),
    place({
      ...{ id: 'status', type: 'status', scope: ['in'], wires: [['subscribed']] },
    }),
    place({
      ...{ id: 'subscribed', type: 'function', outputs: 1, wires: [['ready']] },
      func: "return msg.status.fill === 'green' ? { payload: true } : null;",
    }),
    place({ id: 'ready', type: 'mqtt out', topic: 'out/ready', broker: 'broker', wires: [] }),
  ];
}
