import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { liveFlow, Plant } from './live-flow';
import { nodeRedVersion, Session } from './session';

const load = createRequire(__filename);
const bcrypt = load('bcryptjs') as { hashSync(text: string, rounds: number): string };

const USERS = [
  ['admin', '*'],
  ['viewer', 'read'],
].map(([username, permissions]) => ({ username, permissions, password: bcrypt.hashSync(username, 4) }));

const VIEW = '/psmf/psmf-impute/n1';
const READS = [VIEW, `${VIEW}/keys`, `${VIEW}/together`, `${VIEW}/report`];
const WRITES: readonly (readonly [string, object])[] = [
  [`${VIEW}/pause`, { isPaused: true }],
  ...['reset', 'export', 'import', 'forget'].map((command) => [`${VIEW}/ask`, { command, key: '' }] as const),
];

interface Token {
  readonly access_token: string;
}

describe(`who may use the live view in Node-RED ${nodeRedVersion}`, function () {
  this.timeout(180_000);
  let session: Session;
  const tokens: Record<string, Token> = {};
  const as = (user: string): Record<string, string> =>
    user in tokens ? { authorization: `Bearer ${tokens[user].access_token}` } : {};
  const get = async (path: string, user: string): Promise<number> =>
    (await fetch(`${session.red.url}${path}`, { headers: as(user) })).status;
  const post = async (path: string, body: object, user: string): Promise<number> =>
    (await session.red.post(path, body, as(user))).status;

  before(async () => {
    session = await Session.start({ adminAuth: { type: 'credentials', users: USERS } });
    for (const { username } of USERS) {
      const login = {
        client_id: 'node-red-admin',
        grant_type: 'password',
        scope: '',
        username,
        password: username,
      };
      tokens[username] = (await (await session.red.post('/auth/token', login)).json()) as Token;
    }
    const deployed = await session.red.post('/flows', liveFlow(), as('admin'));
    assert.ok(deployed.ok, `${deployed.status}`);
    await session.red.reachLog('Started flows', session.red.log.lastIndexOf('Stopped flows'));
    await new Plant(session.red).run(150);
  });
  after(() => session.stop());

  it('nobody who has not logged in: every path answers 401', async () => {
    for (const path of READS) assert.equal(await get(path, ''), 401, path);
    for (const [path, body] of WRITES) assert.equal(await post(path, body, ''), 401, path);
  });

  it('who may read sees, and every write is refused', async () => {
    for (const path of READS) assert.equal(await get(path, 'viewer'), 200, path);
    for (const [path, body] of WRITES) assert.ok([401, 403].includes(await post(path, body, 'viewer')), path);
    const editor = await session.open({ token: tokens.viewer });
    await editor.ask('RED.sidebar.show("psmf")');
    await editor.page.locator('.psmf-host .psmf-row').first().waitFor({ timeout: 5000 });
    await editor.page.locator('.psmf-host .psmf-row').first().click();
    await editor.page.locator('.psmf-detail canvas').waitFor();
    assert.equal(await editor.page.locator('.psmf-actions').isVisible(), false);
    assert.equal(await editor.page.getByRole('button', { name: 'Forget' }).count(), 0);
    await editor.picture('live-view-read-only');
  });

  it('who may write does both', async () => {
    assert.equal(await get(VIEW, 'admin'), 200);
    assert.equal(await post(`${VIEW}/pause`, { isPaused: true }, 'admin'), 200);
    assert.equal(await post(`${VIEW}/ask`, { command: 'export', key: '' }, 'admin'), 200);
  });
});
