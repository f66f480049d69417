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

/**
 * What stands between head and tail of each route. `functions` has the passthrough and, behind it, a row of core function nodes:
 * one alone costs too little beside what the head and tail of a route cost to be told from it.
 */
export const ROUTES = ['pass', 'functions', 'psmf-filter', 'psmf-impute', 'psmf-changepoint'] as const;
export const FUNCTIONS = 10;
export type Route = (typeof ROUTES)[number];

export const headOf = (route: Route): string => `${route}-head`;
export const tailOf = (route: Route): string => `${route}-tail`;

/** One route for each node, fed at its head and, if there is a broker, from the topic of the same name. */
export function createRoutes(brokerPort: number): object[] {
  const place = (node: object): object => ({ z: 'tab', x: 0, y: 0, ...node });
  const routes = ROUTES.flatMap((route) => {
    const [head, middle, tail] = [headOf(route), `${route}-middle`, tailOf(route)];
    const type = route === 'functions' || route === 'pass' ? 'bench-pass' : route;
    const row = Array.from({ length: route === 'functions' ? FUNCTIONS : 0 }, (_, i) => `function-${i}`);
    return [
      place({ id: head, type: 'bench-pass', wires: [[middle]] }),
      place({ id: middle, type, wires: [[row[0] ?? tail]] }),
      ...row.map((id, i) =>
        place({ id, type: 'function', func: 'return msg;', outputs: 1, wires: [[row[i + 1] ?? tail]] }),
      ),
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
