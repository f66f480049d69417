import { createDashboard, createUnits, DASHBOARD, type FlowNode } from './dashboard/example';
import { HOST } from './listen';
import { SENSORS } from './sensors';
import { BROKEN_TOPIC, HISTORY_TOPIC } from './publisher';

const TAB = DASHBOARD.tab;
const LATE_INFO = `A reading whose time is in a frame that is over is **late**: answered, not learned, and counted in the node's
status. The plant delays one reading in 250, so that count keeps growing; that is nothing to mend.`;
const DEFAULTS_INFO = `psmf-impute puts the readings of one moment together into a frame and fills what is missing.
psmf-changepoint leaves out what was filled. Open either one: nothing in it has been set.`;

/**
 * The demo's flow, as the editor would save it: the dashboard of examples/dashboard.json, with a plant over MQTT in the place of
 * its source. `root` is the folder of the package, which holds the dashboard's template.
 */
export function createFlow(root: string, brokerPort: number): FlowNode[] {
  return [
    { id: TAB, type: 'tab', label: 'Plant' },
    comment(280, 40, 'One topic per sensor; some readings are lost, repeated or late', LATE_INFO),
    comment(560, 80, 'All settings at their defaults', DEFAULTS_INFO),
    comment(240, 200, 'What came before the demo was started, as one batch', ''),
    comment(240, 300, 'What is broken on purpose, to compare with what is found', ''),
    {
      ...{ id: 'broker', type: 'mqtt-broker', name: 'embedded broker', broker: HOST, port: `${brokerPort}` },
      ...{ clientid: '', autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60' },
      cleansession: true,
    },
    subscribe('readings', 'plant/#', 140, [['reading']]),
    place('reading', 'change', 270, 140, [[DASHBOARD.impute]], {
      name: 'value and time',
      rules: [move('payload.time', 'timestamp'), move('payload.value', 'payload')],
    }),
    subscribe('history', HISTORY_TOPIC, 240, [[DASHBOARD.impute]]),
    subscribe('broken', BROKEN_TOPIC, 340, [[DASHBOARD.frames]]),
    createUnits('units', Object.fromEntries(SENSORS.map(({ topic, unit }) => [topic, unit])), 610, 40),
    ...createDashboard(root),
  ];
}

const comment = (x: number, y: number, name: string, info: string): FlowNode =>
  place(`comment-${x}-${y}`, 'comment', x, y, [], { name, info });

function place(
  id: string,
  type: string,
  x: number,
  y: number,
  wires: readonly (readonly string[])[],
  rest: Readonly<Record<string, unknown>>,
): FlowNode {
  return { id, type, z: TAB, x, y, wires, ...rest };
}

const subscribe = (id: string, topic: string, y: number, wires: readonly (readonly string[])[]): FlowNode =>
  place(id, 'mqtt in', 110, y, wires, {
    name: topic,
    topic,
    qos: '0',
    datatype: 'json',
    broker: 'broker',
    nl: false,
    rap: true,
    rh: 0,
  });

const move = (from: string, to: string): object => ({
  ...{ t: 'set', p: to, pt: 'msg' },
  ...{ to: from, tot: 'msg' },
});
