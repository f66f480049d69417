/** A node that hands each message on and does nothing else; as `bench-pass` it is also head and tail of every route. */
export const PASS_NODE = `module.exports = (RED) => {
  RED.nodes.registerType('bench-pass', function (config) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      send(msg);
      done();
    });
  });
};
`;
export const PASS_FORM = `<script type="text/javascript">
  RED.nodes.registerType('bench-pass', { category: 'function', defaults: {}, inputs: 1, outputs: 1 });
</script>
`;

/** What stands between head and tail of each route; `function` has the passthrough and, behind it, one core function node. */
export const ROUTES = ['pass', 'function', 'psmf-filter', 'psmf-impute', 'psmf-changepoint'] as const;
export type Route = (typeof ROUTES)[number];

export const headOf = (route: Route): string => `${route}-head`;
export const tailOf = (route: Route): string => `${route}-tail`;

/** One route for each node, fed at its head and, if there is a broker, from the topic of the same name. */
export function createRoutes(brokerPort: number): object[] {
  const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
  const routes = ROUTES.flatMap((route) => {
    const [head, middle, extra, tail] = [headOf(route), `${route}-middle`, `${route}-extra`, tailOf(route)];
    const isFunction = route === 'function';
    const type = isFunction || route === 'pass' ? 'bench-pass' : route;
    return [
      place({ id: head, type: 'bench-pass', wires: [[middle]] }),
      place({ id: middle, type, wires: [[isFunction ? extra : tail]] }),
      ...(isFunction ? [place({ id: extra, type: 'function', func: 'return msg;', wires: [[tail]] })] : []),
      place({ id: tail, type: 'bench-pass', wires: [[]] }),
      place({
        ...{ id: `${route}-in`, type: 'mqtt in', topic: `bench/${route}`, qos: '0', datatype: 'json' },
        ...{ broker: 'broker', wires: [[head]] },
      }),
    ];
  });
  return [
    { id: 'tab', type: 'tab', label: 'bench' },
    {
      ...{ id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${brokerPort}`, clientid: '' },
      ...{ autoConnect: true, usetls: false, protocolVersion: '4', keepalive: '60', cleansession: true },
    },
    ...routes,
  ];
}
