import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { openEventSocket } from '../../testing/clients/event-socket.ts';
import { PasskeyClient } from '../../testing/clients/passkey-client.ts';
import type { RegisteredAdmin } from '../../testing/clients/passkey-client.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { createLogRecorder } from '../../testing/log-recorder.ts';
import { ADMIN_EXIT, runAdmin } from './admin-command.ts';
import { databaseSettings } from '../../testing/databases/test-database.ts';

const PASSWORD = 'a long and rare sentence of words';
const LINK = /http:\/\/localhost:3000\/admin#register=([\w-]{43}) \(valid once, until/;
const recorder = createLogRecorder();

let dataDir: string;
let app: TestApp;
let client: PasskeyClient;
let owner: RegisteredAdmin;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-admin-'));
  app = await startTestApp({ dataDir, env: { ADMIN_PASSWORD: PASSWORD } });
  client = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  owner = await client.join(link?.secret ?? '', 'Ada');
  recorder.clear();
});
afterEach(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the command beside the server; returns its exit code and its lines. */
async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const messages = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  const code = await runAdmin(
    args,
    { ...databaseSettings(dataDir), DATA_DIR: dataDir },
    { messages, log: recorder.logTo },
  );
  return { code, lines };
}
const secretOf = (lines: readonly string[]): string => LINK.exec(lines.join('\n'))?.[1] ?? 'none';

it('[AUTH12] the command adds a person with roles, who registers by the printed link', async () => {
  const { code, lines } = await run('add', 'Bob Stone', '--roles', 'orders,chat');
  expect(code).toBe(ADMIN_EXIT.ok);
  const bob = await new PasskeyClient(app, PASSWORD).join(secretOf(lines));
  expect(bob.access).toMatchObject({ name: 'Bob Stone', roles: ['orders', 'chat'] });
  expect((await run('list')).lines).toEqual(['Ada\towner\t1 passkey', 'Bob Stone\torders,chat\t1 passkey']);
});

it('[AUTH12] the command resets a person: passkeys, codes and tokens end, and the printed link registers again', async () => {
  const { lines } = await run('reset', 'ada');
  expect((await client.call('GET', '/api/administrators/me', owner.token)).outcome).toBe('unauthorized');
  const { token, passkey } = await client.sendPassword();
  // The password alone still opens nothing.
  expect(passkey).toBeDefined();
  const lost = client.authenticator.get(passkey as never);
  expect((await client.sendPasskey(token, lost)).outcome).toBe('passkey-refused');
  const again = await client.join(secretOf(lines));
  expect(again.access).toMatchObject({ id: owner.access.id, roles: ['owner'] });
  expect(recorder.events()).toMatchObject([{ security: 'admin-access-reset' }]);
  const rows = await app.context.database.reader
    .selectFrom('admin_audit')
    .select(['actor', 'action'])
    .where('action', '=', 'reset-administrator')
    .execute();
  expect(rows).toEqual([{ actor: 'console', action: 'reset-administrator' }]);
});

it('[AUTH12] the command revokes a person of the running server, whose socket closes', async () => {
  const added = await run('add', 'Bob', '--roles', 'orders');
  const bob = await new PasskeyClient(app, PASSWORD).join(secretOf(added.lines));
  const { headers } = await signIn(app, 'sam');
  const socket = await openEventSocket(app.url, headers);
  await socket.ask('registerAdmin', { token: bob.token });
  expect((await run('revoke', 'Bob')).code).toBe(ADMIN_EXIT.ok);
  expect((await client.call('GET', '/api/administrators/me', bob.token)).outcome).toBe('access-revoked');
  expect(await socket.closed).toBe(4401);
});

it.each([
  [['revoke', 'Ada'], ADMIN_EXIT.rejected, /last owner/],
  [['revoke', 'Eve'], ADMIN_EXIT.rejected, /no administrator "Eve"/],
  [['add', 'Ada', '--roles', 'owner'], ADMIN_EXIT.rejected, /has this name/],
  [['add', 'Eve', '--roles', 'root'], ADMIN_EXIT.usage, /owner, catalogue, orders, chat/],
  [['add', 'Eve'], ADMIN_EXIT.usage, /--roles/],
  [['reset'], ADMIN_EXIT.usage, /Name one administrator/],
  [[], ADMIN_EXIT.usage, /Usage: npm run admin -- list/],
])('[AUTH12] %j changes nothing and names the reason', async (args, expected, reason) => {
  const { code, lines } = await run(...args);
  expect(code).toBe(expected);
  expect(lines.join('\n')).toMatch(reason);
  expect((await run('list')).lines).toEqual(['Ada\towner\t1 passkey']);
});
