import type { NodeCase } from './node-case';

type FlowNode = Readonly<Record<string, unknown>>;

/** Sends the message in the body to the node that the path names; its answer, or the error, is the response. */
const ask = (order: readonly string[]): string => `const { req, res, _msgid, payload } = msg;
const out = [];
out[${JSON.stringify(order)}.indexOf(req.params.node)] = { ...payload, _msgid, req, res };
return out;`;

/** The same with several messages, without waiting for an answer: that goes to the log. */
const tell = (order: readonly string[]): string => `const { req, res, payload } = msg;
const out = [{ req, res, payload: {} }];
out[1 + ${JSON.stringify(order)}.indexOf(req.params.node)] = payload;
return out;`;

/** What a node sent: the response, or a line of the log. */
const REPORT = `const { req, res, ...sent } = msg;
if (res !== undefined) return { req, res, payload: sent };
node.log(JSON.stringify(sent));`;

/**
 * A tab with psmf nodes. POST /ask/<tab>/<node> and POST /tell/<tab>/<node> take a message as JSON. What no request waits for
 * is logged by a function node called like the tab and the output: "<tab> 0" or "<tab> 1".
 */
function createTab(tab: string, cases: readonly NodeCase[]): FlowNode[] {
  const order = cases.map(({ id }) => id);
  const place = (x: number, y: number, node: FlowNode): FlowNode => ({
    z: tab,
    x: 160 * x,
    y: 60 * y,
    ...node,
  });
  const report = (y: number, what: string): FlowNode =>
    place(4, y, {
      ...{ id: `${tab}-${what}`, type: 'function', name: `${tab} ${what}`, func: REPORT, outputs: 1 },
      wires: [[`${tab}-response`]],
    });
  return [
    { id: tab, type: 'tab', label: tab },
    place(1, 1, {
      ...{ id: `${tab}-ask-in`, type: 'http in', url: `/ask/${tab}/:node`, method: 'post' },
      wires: [[`${tab}-ask`]],
    }),
    place(2, 1, {
      ...{ id: `${tab}-ask`, type: 'function', name: 'ask', func: ask(order), outputs: order.length },
      wires: order.map((id) => [id]),
    }),
    place(1, 2, {
      ...{ id: `${tab}-tell-in`, type: 'http in', url: `/tell/${tab}/:node`, method: 'post' },
      wires: [[`${tab}-tell`]],
    }),
    place(2, 2, {
      ...{ id: `${tab}-tell`, type: 'function', name: 'tell', func: tell(order), outputs: 1 + order.length },
      wires: [[`${tab}-response`], ...order.map((id) => [id])],
    }),
    place(5, 1, { id: `${tab}-response`, type: 'http response', wires: [] }),
    place(3, 1, { id: `${tab}-catch`, type: 'catch', scope: null, wires: [[`${tab}-caught`]] }),
    report(1, 'caught'),
    report(2, '0'),
    report(3, '1'),
    ...cases.map(({ id, type, settings }, i) => {
      const outputs = type === 'psmf-filter' ? [0] : [0, 1];
      const wires = outputs.map((output) => [`${tab}-${output}`]);
      return place(3, 2 + i, { id, type, ...settings, wires });
    }),
  ];
}

/** A tab for each that the cases name. */
export function createFlow(cases: readonly NodeCase[]): FlowNode[] {
  const tabs = [...new Set(cases.map(({ tab }) => tab))];
  return tabs.flatMap((tab) =>
    createTab(
      tab,
      cases.filter((entry) => entry.tab === tab),
    ),
  );
}
