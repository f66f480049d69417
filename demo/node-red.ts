import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import RED from 'node-red';
import { listen } from './listen';

/** Node-RED inside this process, so that nothing can outlive it. */
export interface EmbeddedNodeRed {
  readonly port: number;
  close(): Promise<void>;
}

/** Loads the nodes of the package in `packageDir` and runs the flow in `userDir`. */
export async function startNodeRed(
  userDir: string,
  packageDir: string,
  wanted: number,
): Promise<EmbeddedNodeRed> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    RED.httpAdmin(request as never, response as never, () => {
      RED.httpNode(request as never, response as never);
    });
  };
  const server = createServer(answer);
  RED.init(server, {
    userDir,
    nodesDir: [packageDir],
    flowFile: 'flows.json',
    httpAdminRoot: '/',
    httpNodeRoot: '/',
    credentialSecret: 'demo',
    contextStorage: { default: { module: 'localfilesystem' }, memory: { module: 'memory' } },
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { tours: false, page: { title: 'PSMF demo' } },
    logging: { console: { level: 'error', metrics: false, audit: false } },
  } as never);
  const started = once(RED.events, 'flows:started');
  await RED.start();
  await started;
  const port = await listen(server, wanted);
  return {
    port,
    close: async () => {
      await RED.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
