import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What the palette manager searches in: a list of packages with their versions. */
export class Catalogue {
  private constructor(readonly server: Server) {}

  static async start(
    packages: readonly { readonly id: string; readonly version: string }[],
  ): Promise<Catalogue> {
    const modules = packages.map((entry) => ({
      ...entry,
      ...{ description: entry.id, keywords: ['node-red'], types: [], updated_at: '2026-01-01T00:00:00.000Z' },
    }));
    const body = JSON.stringify({ name: 'test', updated_at: '2026-01-01T00:00:00.000Z', modules });
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Catalogue(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/catalogue.json`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
