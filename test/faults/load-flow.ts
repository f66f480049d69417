import { streamTypes } from '../nodes/flow';

export const SAVE_SECONDS = 1;

const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
const placeAtBroker = (node: object): object => place({ z: 'broker-tab', ...node });

/**
 * in -> the three nodes, each on its own -> out/<block>: frames learned so far. `label` is what a deploy changes. The MQTT nodes
 * have a tab of their own, which no deploy of the changed flows restarts: there Node-RED's `mqtt in` unsubscribes and
 * subscribes in one breath, and now and then ends up without a subscription.
 */
export const createLoadFlow = (port: number, label: string): object[] => [
  { id: 'tab', type: 'tab', label: 'load' },
  { id: 'broker-tab', type: 'tab', label: 'MQTT' },
  {
    ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${port}`, clientid: '' },
    ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
  },
  placeAtBroker({
    ...{ id: 'in', type: 'mqtt in', topic: 'in', qos: '1', datatype: 'json', broker: 'broker' },
    wires: [['to-nodes']],
  }),
  placeAtBroker({ id: 'to-nodes', type: 'link out', mode: 'link', links: ['from-broker'], wires: [] }),
  place({ id: 'from-broker', type: 'link in', links: ['to-nodes'], wires: [streamTypes] }),
  ...streamTypes.map((type) =>
    place({ id: type, type, name: label, saveSeconds: SAVE_SECONDS, keepGoing: false, wires: [['seq']] }),
  ),
  place({
    ...{ id: 'seq', type: 'function', outputs: 1, wires: [['to-broker']] },
    func: 'const [block] = Object.keys(msg.psmf); return { topic: "out/" + block, payload: msg.psmf[block].seq };',
  }),
  place({ id: 'to-broker', type: 'link out', mode: 'link', links: ['from-nodes'], wires: [] }),
  placeAtBroker({ id: 'from-nodes', type: 'link in', links: ['to-broker'], wires: [['out']] }),
  placeAtBroker({ id: 'out', type: 'mqtt out', topic: '', qos: '1', broker: 'broker', wires: [] }),
];
