import { streamTypes } from '../nodes/flow';

export const SAVE_SECONDS = 1;

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });

/** in -> the three nodes, each on its own -> out/<block>: frames learned so far. `label` is what a deploy changes. */
export const createLoadFlow = (port: number, label: string): object[] => [
  { id: 'tab', type: 'tab', label: 'load' },
  {
    ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: '' },
    ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
  },
  place({
    ...{ id: 'in', type: 'mqtt in', topic: 'in', qos: '1', datatype: 'json', broker: 'broker' },
    wires: [streamTypes],
  }),
  ...streamTypes.map((type) =>
    place({ id: type, type, name: label, saveSeconds: SAVE_SECONDS, keepGoing: false, wires: [['seq']] }),
  ),
  place({
    ...{ id: 'seq', type: 'function', outputs: 1, wires: [['out']] },
    func: 'const [block] = Object.keys(msg.psmf); return { topic: "out/" + block, payload: msg.psmf[block].seq };',
  }),
  place({ id: 'out', type: 'mqtt out', topic: '', qos: '1', broker: 'broker', wires: [] }),
];
