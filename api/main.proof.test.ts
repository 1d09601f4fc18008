import { openTestContext } from './testing/apps/test-context.ts';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { PasskeyClient } from './testing/clients/passkey-client.ts';
import { signIn } from './testing/clients/sign-in.ts';
import { startTestApp } from './testing/apps/test-app.ts';
import { ON_SQLITE } from './testing/databases/test-database.ts';

let dataDir: string;
const started: ServerProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-main-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = (env: Record<string, string>): ServerProcess => {
  const server = startServerProcess(dataDir, env);
  started.push(server);
  return server;
};

it('the server prints its address, answers there, and stops cleanly on SIGTERM', async () => {
  const run = start({ BRAND: 'Lamp House' });
  const url = await run.url();
  expect(run.output()).toContain('Lamp House is open at');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

it('the server opens the demo before its images are drawn, draws one on request, and stops cleanly meanwhile', async () => {
  const run = start({ DEMO: '1' });
  const url = await run.url();
  expect((await fetch(`${url}/images/SmartProducts/90/preview/1.webp`)).headers.get('content-type')).toBe('image/webp');
  const closed = once(run.child, 'close');
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
  // The process that draws shares the output, so it has ended as well.
  await closed;
});

it('[AUTH9] the server prints a link for the first owner at each start, until a passkey is registered', async () => {
  const PASSWORD = 'a long and rare sentence of words';
  const startOnce = async (): Promise<{ run: ServerProcess; url: string; link: string | undefined }> => {
    const run = start({ ADMIN_PASSWORD: PASSWORD });
    const url = await run.url();
    return { run, url, link: /http:\/\/localhost:\d+\/admin#register=(\S+)/.exec(run.output())?.[1] };
  };
  const first = await startOnce();
  await first.run.kill();
  const second = await startOnce();
  expect(second.link).not.toBe(first.link);
  const client = new PasskeyClient(second, PASSWORD);
  await expect(client.join(String(first.link))).rejects.toThrow('link-expired');
  await client.join(String(second.link));
  await second.run.kill();
  expect((await startOnce()).link).toBeUndefined();
});

it('the server prints a generated administrators’ password at each start, but not a configured one', async () => {
  const passwordOf = async (env: Record<string, string> = {}): Promise<string | undefined> => {
    const run = start(env);
    await run.url();
    const password = /password is (\S+)/.exec(run.output())?.[1];
    await run.kill();
    return password;
  };
  const made = await passwordOf();
  expect(made).toMatch(/^[\w-]{23}$/);
  expect(await passwordOf()).toBe(made);
  expect(await passwordOf({ ADMIN_PASSWORD: 'correct horse battery' })).toBeUndefined();
});

it('the server rejects a database with demo users in production, and when real sign-in is configured', async () => {
  const demo = await startTestApp({ dataDir });
  await signIn(demo, 'alice');
  await demo.stop();
  for (const env of [{ NODE_ENV: 'production' }, { GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com' }]) {
    const run = start(env);
    expect(await run.exit).toBe(78);
    expect(run.output()).toMatch(
      /^The database \S+ has users of the demo: choose another DATA_DIR, and take products along .+\.\n$/,
    );
  }
});

it.runIf(ON_SQLITE)('the server does not touch a database that a newer version has used', async () => {
  const first = start({});
  await first.url();
  await first.kill();
  const file = join(dataDir, 'hexlime.sqlite');
  const database = new BetterSqlite3(file);
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`);
  database.exec(`update meta set value = '9999-later' where key = 'oldest_compatible_migration'`);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  const before = await readFile(file);
  const run = start({});
  expect(await run.exit).toBe(78);
  expect(run.output()).toMatch(
    /^The database was used by a newer version of Hexlime \(9999-later\): start that version, or .+\.\n$/,
  );
  expect((await readFile(file)).equals(before)).toBe(true);
});

it('the server rejects a wrong setting with one sentence', async () => {
  const run = start({ LOG_LEVEL: 'loud' });
  expect(await run.exit).toBe(78);
  expect(run.output()).toMatch(/^The setting LOG_LEVEL is wrong: [^\n]+\.\n$/);
});

it.each([
  {},
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://shop.example' },
  { PUBLIC_URL: 'http://localhost:3000' },
  { TRUSTED_PROXIES: '1' },
])('[DEMO1] the server rejects a demo in production with one sentence, even with %j', async (env) => {
  const run = start({ DEMO: '1', NODE_ENV: 'production', ...env });
  expect(await run.exit).toBe(78);
  expect(run.output()).toMatch(/^The setting DEMO is wrong: [^\n]+\.\n$/);
});

it('[GATE4] the server rejects a weak password in the password file', async () => {
  const first = start({});
  await first.url();
  await first.kill();
  await writeFile(join(dataDir, 'admin-password.txt'), 'PasswordPassword');
  const run = start({});
  expect(await run.exit).toBe(78);
  expect(run.output()).toMatch(/^The password in \S+ is wrong: it is in the list of common passwords\.\n$/);
});

it('the server explains that the port is in use', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const run = start({ PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe(
    `Port ${port} is in use. Stop what runs there, or choose another one: PORT=3001 npm start\n`,
  );
  holder.close();
});

it('the server keeps every committed change through a SIGKILL', async () => {
  const run = start({});
  await run.url();
  const context = await openTestContext(dataDir);
  await context.products.saveProducts('pc', [{ fields: { title: 'Lamp', main_category: 'L', category: 'D' } }]);
  const { epoch } = context.states;
  await context.close();
  await run.kill();
  const again = start({});
  const url = await again.url();
  expect(await (await fetch(`${url}/api/sync/pc/changes?epoch=${epoch}&since=0`)).json()).toMatchObject({
    epoch,
    seq: 1,
    count: 1,
  });
});
