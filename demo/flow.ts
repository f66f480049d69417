import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPage } from './dashboard/page';
import { KEEP_HISTORY, PREPARE_FRAME } from './dashboard/functions';
import { HALL_HOUR, KEEP_FAN, RHYTHM } from './dashboard/rhythm';
import { HOST } from './listen';
import { TRUTH_TOPIC } from './publisher';

type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

const TAB = 'plant';

/**
 * The demo's flow, as the editor would save it: readings by topic -> gaps filled -> changes found -> dashboard; and a
 * daily rhythm forecast. `root` is the
 * folder of the package, which holds the widgets' templates.
 */
export function createFlow(root: string, brokerPort: number): FlowNode[] {
  const widget = (id: string, group: string, height: number, y: number, source = 'history'): FlowNode => {
    const format = readFileSync(join(root, 'demo', 'dashboard', `${id}.vue`), 'utf8');
    const rest = { name: id, group, order: 1, width: 0, height, format, storeOutMessages: false };
    return place(id, 'ui-template', 1110, y, [[source]], {
      ...rest,
      passthru: false,
      resendOnRefresh: false,
      templateScope: 'local',
    });
  };
  return [
    { id: TAB, type: 'tab', label: 'Plant' },
    {
      ...{ id: 'broker', type: 'mqtt-broker', name: 'embedded broker', broker: HOST, port: `${brokerPort}` },
      ...{ clientid: '', autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60' },
      cleansession: true,
    },
    subscribe('readings', 'plant/#', 120, [['reading']]),
    place('reading', 'change', 290, 120, [['impute']], {
      name: 'value and time',
      rules: [move('payload.time', 'timestamp'), move('payload.value', 'payload')],
    }),
    place('impute', 'psmf-impute', 460, 120, [['changes'], ['sensor-events']], { name: 'fill gaps' }),
    place('changes', 'psmf-changepoint', 630, 120, [['prepare'], ['change-events']], {
      name: 'find changes',
    }),
    subscribe('truth', TRUTH_TOPIC, 200, [['prepare']]),
    place('prepare', 'function', 810, 120, [['history']], {
      name: 'compare with truth',
      func: PREPARE_FRAME,
      outputs: 1,
    }),
    place('history', 'function', 960, 120, [['figures', 'trends', 'health']], {
      name: 'last minute',
      func: KEEP_HISTORY,
      outputs: 1,
    }),
    place('sensor-events', 'debug', 650, 240, [], {
      name: 'silent, back',
      active: true,
      complete: 'payload',
    }),
    place('change-events', 'junction', 830, 60, [['history', 'change-log']], {}),
    place('change-log', 'debug', 980, 40, [], { name: 'changes', active: true, complete: 'payload' }),
    widget('figures', 'group-figures', 2, 80),
    widget('trends', 'group-trends', 12, 120),
    widget('health', 'group-health', 12, 160),
    place('hour', 'inject', 120, 320, [['hall']], {
      ...{ name: 'an hour a second', props: [], repeat: '1', crontab: '', once: true, onceDelay: '1' },
      topic: '',
    }),
    place('hall', 'function', 290, 320, [['rhythm']], {
      name: 'hall around the plant',
      func: HALL_HOUR,
      outputs: 1,
    }),
    place('rhythm', 'psmf-filter', 490, 320, [['fan-hours']], RHYTHM),
    place('fan-hours', 'function', 690, 320, [['fan']], { name: 'last hours', func: KEEP_FAN, outputs: 1 }),
    widget('fan', 'group-fan', 4, 320, 'fan-hours'),
    ...createPage(),
  ];
}

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
