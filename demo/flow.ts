import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPage } from './dashboard/page';
import { KEEP_HISTORY, PREPARE_FRAME } from './dashboard/functions';
import { HALL_HOUR, KEEP_FAN, RHYTHM } from './dashboard/rhythm';
import { HOST } from './listen';
import { TRUTH_TOPIC } from './publisher';

type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

const TAB = 'plant';
const LATE_INFO = `A reading whose time is in a frame that is over is **late**: answered, not learned, and counted in the node's
status. The plant delays one reading in 250, so that count keeps growing; that is nothing to mend.`;
const DEFAULTS_INFO = `psmf-impute puts the readings of one moment together into a frame and fills what is missing.
psmf-changepoint leaves out what was filled. Open either one: nothing in it has been set.`;

/**
 * The demo's flow, as the editor would save it: readings by topic -> gaps filled -> changes found -> dashboard; and a
 * daily rhythm forecast. `root` is the folder of the package, which holds the widgets' templates.
 */
export function createFlow(root: string, brokerPort: number): FlowNode[] {
  const widget = (id: string, group: string, height: number, y: number, source = 'history'): FlowNode => {
    const format = readFileSync(join(root, 'demo', 'dashboard', `${id}.vue`), 'utf8');
    const rest = { name: id, group, order: 1, width: 0, height, format, storeOutMessages: false };
    return place(id, 'ui-template', 1330, y, [[source]], {
      ...rest,
      passthru: false,
      resendOnRefresh: false,
      templateScope: 'local',
    });
  };
  return [
    { id: TAB, type: 'tab', label: 'Plant' },
    comment(290, 40, 'One topic per sensor; some readings are lost, repeated or late', LATE_INFO),
    comment(680, 40, 'All settings at their defaults', DEFAULTS_INFO),
    comment(330, 320, 'What the sensors really read, to score the filled values; no plant has this', ''),
    comment(330, 380, 'A daily rhythm, an hour a second, and the forecast of the next day', ''),
    comment(1090, 40, 'For the dashboard only', ''),
    {
      ...{ id: 'broker', type: 'mqtt-broker', name: 'embedded broker', broker: HOST, port: `${brokerPort}` },
      ...{ clientid: '', autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60' },
      cleansession: true,
    },
    subscribe('readings', 'plant/#', 160, [['reading']]),
    place('reading', 'change', 330, 160, [['impute']], {
      name: 'value and time',
      rules: [move('payload.time', 'timestamp'), move('payload.value', 'payload')],
    }),
    place('impute', 'psmf-impute', 530, 160, [['changes'], ['sensor-events']], { name: 'fill gaps' }),
    place('changes', 'psmf-changepoint', 730, 160, [['prepare'], ['change-events']], {
      name: 'find changes',
    }),
    subscribe('truth', TRUTH_TOPIC, 260, [['prepare']]),
    place('prepare', 'function', 950, 160, [['history']], {
      name: 'compare with truth',
      func: PREPARE_FRAME,
      outputs: 1,
    }),
    place('history', 'function', 1150, 160, [['figures', 'trends', 'health']], {
      name: 'last minute',
      func: KEEP_HISTORY,
      outputs: 1,
    }),
    place('sensor-events', 'debug', 740, 220, [], {
      name: 'silent, back',
      active: true,
      complete: 'payload',
    }),
    place('change-events', 'junction', 860, 100, [['history', 'change-log']], {}),
    place('change-log', 'debug', 1150, 100, [], { name: 'changes', active: true, complete: 'payload' }),
    widget('figures', 'group-figures', 2, 100),
    widget('trends', 'group-trends', 12, 160),
    widget('health', 'group-health', 12, 220),
    place('hour', 'inject', 130, 440, [['hall']], {
      ...{ name: 'an hour a second', props: [], repeat: '1', crontab: '', once: true, onceDelay: '1' },
      topic: '',
    }),
    place('hall', 'function', 380, 440, [['rhythm']], {
      name: 'hall around the plant',
      func: HALL_HOUR,
      outputs: 1,
    }),
    place('rhythm', 'psmf-filter', 610, 440, [['fan-hours']], RHYTHM),
    place('fan-hours', 'function', 820, 440, [['fan']], { name: 'last hours', func: KEEP_FAN, outputs: 1 }),
    widget('fan', 'group-fan', 4, 440, 'fan-hours'),
    ...createPage(),
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
  place(id, 'mqtt in', 130, y, wires, {
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
