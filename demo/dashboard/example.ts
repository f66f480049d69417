import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEEP_FRAMES } from './last-frames';

export interface FlowNode extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
}

const TAB = 'd4a51b0a4d500001';
const IDS = {
  impute: 'd4a51b0a4d500005',
  change: 'd4a51b0a4d500006',
  frames: 'd4a51b0a4d500007',
  view: 'd4a51b0a4d500008',
  base: 'd4a51b0a4d500009',
  theme: 'd4a51b0a4d50000a',
  page: 'd4a51b0a4d50000b',
  group: 'd4a51b0a4d50000c',
} as const;

/** Where a flow that uses the dashboard sends its readings, its frames and its notes. */
export const DASHBOARD = { tab: TAB, impute: IDS.impute, frames: IDS.frames, group: IDS.group } as const;

const INFO = `Any psmf stream as a picture: wire a psmf node's outputs to "last frames". The sensors are found by themselves.

It needs @flowfuse/node-red-dashboard (Manage palette > Install). The picture is at /dashboard/psmf.

Units: what "units" sends once, by the sensors' names.

To see your own sensors: put your "mqtt in" in the place of "simulated plant", one topic for each sensor. Nothing in the psmf nodes has to be set.`;

/** A plant for those who have none at hand: five sensors, one of them silent for 20 of every 90 seconds, one changed after ten minutes. */
const PLANT = `
const t = (context.get('t') ?? 0) + 1;
context.set('t', t);
const load = Math.sin(t / 20) + 0.5 * Math.sin(t / 7);
const read = (mean, size, digits) => Number((mean + size * load + 0.1 * size * (Math.random() - 0.5)).toFixed(digits));
const frame = {
  'boiler/temp': read(540, 9, 1),
  'boiler/pressure': read(86, 2.4, 2),
  'feed/flow': read(212, 14, 1),
  'turbine/power': read(61000, 3400, 0),
  'condenser/level': read(48, -3.5, 1),
};
if (t % 90 > 70) delete frame['feed/flow'];
if (Math.floor((t + 900) / 1500) % 2 === 1) frame['boiler/pressure'] += 12;
for (const name of Object.keys(frame)) if (Math.random() < 0.03) delete frame[name];
msg.payload = frame;
return msg;
`.trim();

/** What a message with the topic units says. */
const UNITS = {
  ...{ 'boiler/temp': '°C', 'boiler/pressure': 'bar', 'feed/flow': 'm³/h' },
  ...{ 'turbine/power': 'kW', 'condenser/level': '%' },
};

/** Sends the units of sensors to the dashboard, once. */
export const createUnits = (id: string, units: object, x: number, y: number): FlowNode => ({
  ...{ id, type: 'inject', z: TAB, name: 'units', repeat: '', crontab: '', once: true, onceDelay: 0.1 },
  props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
  ...{ topic: 'units', payload: JSON.stringify(units), payloadType: 'json', x, y, wires: [[IDS.frames]] },
});

/** The nodes from the readings to the picture, and the configuration of the page. */
export function createDashboard(root: string): FlowNode[] {
  const format = readFileSync(join(root, 'demo', 'dashboard', 'stream.vue'), 'utf8');
  const place = (
    id: string,
    type: string,
    x: number,
    y: number,
    wires: string[][],
    rest: object,
  ): FlowNode => ({
    ...{ id, type, z: TAB, x, y, wires },
    ...rest,
  });
  return [
    place(IDS.impute, 'psmf-impute', 450, 140, [[IDS.change], [IDS.frames]], {
      name: 'fill gaps',
      configVersion: 2,
    }),
    place(IDS.change, 'psmf-changepoint', 620, 220, [[IDS.frames], [IDS.frames]], {
      name: 'find changes',
      configVersion: 2,
    }),
    place(IDS.frames, 'function', 790, 140, [[IDS.view]], {
      ...{ name: 'last frames', func: KEEP_FRAMES, outputs: 1, timeout: 0, noerr: 0 },
      ...{ initialize: '', finalize: '', libs: [] },
    }),
    place(IDS.view, 'ui-template', 970, 140, [[IDS.frames]], {
      ...{
        name: 'psmf',
        group: IDS.group,
        page: '',
        ui: '',
        order: 1,
        width: 0,
        height: 0,
        head: '',
        format,
      },
      ...{
        storeOutMessages: false,
        passthru: false,
        resendOnRefresh: false,
        templateScope: 'local',
        className: '',
      },
    }),
    {
      ...{ id: IDS.base, type: 'ui-base', name: 'Dashboard', path: '/dashboard', appIcon: '' },
      ...{ includeClientData: true, acceptsClientConfig: [], showPathInSidebar: false },
      ...{ headerContent: 'page', navigationStyle: 'none', titleBarStyle: 'default' },
      ...{ showReconnectNotification: true, notificationDisplayTime: 1, showDisconnectNotification: true },
      allowInstall: false,
    },
    {
      ...{ id: IDS.theme, type: 'ui-theme', name: 'psmf' },
      colors: {
        ...{ surface: '#1f2a37', primary: '#0f766e', bgPage: '#eef2f5' },
        ...{ groupBg: '#ffffff', groupOutline: '#dbe2e8' },
      },
      sizes: {
        ...{ density: 'default', pagePadding: '12px', groupGap: '12px' },
        ...{ groupBorderRadius: '8px', widgetGap: '8px' },
      },
    },
    {
      ...{ id: IDS.page, type: 'ui-page', name: 'Sensors that heal themselves', ui: IDS.base },
      ...{ path: '/psmf', icon: 'pulse', layout: 'grid', theme: IDS.theme, order: 1, className: '' },
      breakpoints: [
        { name: 'Default', px: 0, cols: 3 },
        { name: 'Tablet', px: 576, cols: 6 },
        { name: 'Desktop', px: 1024, cols: 12 },
      ],
      ...{ visible: true, disabled: false },
    },
    {
      ...{ id: IDS.group, type: 'ui-group', name: 'psmf', page: IDS.page, width: 12, height: 1, order: 1 },
      ...{ showTitle: false, className: '', visible: true, disabled: false, groupType: 'default' },
    },
  ];
}

/** examples/dashboard.json, as the editor would save it. */
export function createExample(root: string): FlowNode[] {
  const [second, plant, comment] = ['d4a51b0a4d500002', 'd4a51b0a4d500003', 'd4a51b0a4d500004'];
  return [
    { id: TAB, type: 'tab', label: 'Dashboard', disabled: false, info: 'Any psmf stream as a picture.' },
    {
      ...{
        id: comment,
        type: 'comment',
        z: TAB,
        name: 'Needs @flowfuse/node-red-dashboard; see /dashboard/psmf',
      },
      ...{ info: INFO, x: 260, y: 60, wires: [] },
    },
    {
      ...{ id: second, type: 'inject', z: TAB, name: 'every second', props: [], repeat: '1', crontab: '' },
      ...{ once: true, onceDelay: 0.1, topic: '', x: 110, y: 140, wires: [[plant]] },
    },
    {
      ...{
        id: plant,
        type: 'function',
        z: TAB,
        name: 'simulated plant',
        func: PLANT,
        outputs: 1,
        timeout: 0,
      },
      ...{ noerr: 0, initialize: '', finalize: '', libs: [], x: 260, y: 140, wires: [[IDS.impute]] },
    },
    createUnits('d4a51b0a4d50000d', UNITS, 610, 60),
    ...createDashboard(root),
  ];
}
