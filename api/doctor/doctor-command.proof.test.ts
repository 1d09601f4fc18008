import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createAppContext } from '../app-context.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from '../storage/migrate.ts';
import { openSqliteDatabase } from '../storage/sqlite/sqlite-database.ts';
import { runDoctor } from './doctor-command.ts';

const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, 'doctor-command.ts');
const DAY_MS = 86_400_000;

/** A shop as it should be run; its database and backups are those of `prepareShop`. */
const GOOD = {
  BRAND: 'Corner Shop',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  TRUSTED_PROXIES: '1',
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
  ADMIN_PASSWORD_HASH: `$argon2id$v=19$m=65536,t=3,p=4$${'c'.repeat(22)}$${'d'.repeat(43)}`,
  ADMIN_REQUIRE_LISTED_USER: '1',
  ADMIN_USER_IDS: '1001',
  SELLER_USER_ID: '1001',
  NOWPAYMENTS_API_KEY: 'key-of-the-shop',
  NOWPAYMENTS_IPN_SECRET: 'secret-of-the-shop',
  SECURITY_CONTACT: 'https://shop.example/report',
  SMTP_URL: 'smtps://shop:secret@mail.example',
  MAIL_FROM: 'Shop <orders@shop.example>',
};

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-doctor-'));
  dataDir = join(folder, 'data');
  await prepareShop();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const databaseFile = (): string => join(dataDir, 'hexlime.sqlite');

/** Creates a data folder with an owner, a product and a backup of today. */
async function prepareShop(): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 });
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'backups', 'hexlime.sqlite'), 'backup');
  await withDatabase(
    `insert into administrator (id, name, roles, created_at, registered_at) values ('a', 'Ada', '["owner"]', 1, 1)`,
  );
  const context = await createAppContext(readConfig(environmentOf({ LOG_LEVEL: 'silent' })));
  await context.products.saveProducts('pc', [{ fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } }]);
  await context.close();
}

async function withDatabase(...statements: readonly string[]): Promise<void> {
  const database = openSqliteDatabase(databaseFile());
  await migrate(database.writer);
  for (const statement of statements) await sql.raw(statement).execute(database.writer);
  await database.close();
}

/** The environment of a good shop with changes. */
const environmentOf = (changes: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: dataDir,
  BACKUP_DIR: join(folder, 'backups'),
  ...GOOD,
  ...changes,
});

/** Returns the exit code and the findings, without the list of the first steps. */
async function examine(changes: Readonly<Record<string, string>> = {}) {
  let text = '';
  const output = { write: (part: string) => (text += part) !== '' };
  const code = await runDoctor(environmentOf(changes), output, Date.now());
  return {
    code,
    lines: text
      .trim()
      .split('\n')
      .slice(0, -1)
      .filter((line) => /^\w+: /.test(line)),
  };
}

/** Runs the command as an operator does; returns the exit code and the output. */
const runProcess = (changes: Readonly<Record<string, string>>) =>
  run(process.execPath, [COMMAND], { env: environmentOf(changes) }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

it('the doctor is a command with an exit code and a line for each finding', async () => {
  expect(await runProcess({})).toEqual({ code: 0, stdout: 'No problems found.\n' });
  const { code, stdout } = await runProcess({ LOG_LEVEL: 'error', SECURITY_CONTACT: '' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem: LOG_LEVEL is error: .+\nnote: SECURITY_CONTACT is not set: .+\nProblems: 1\n$/);
});

it('the doctor finds nothing in a shop that is run well', async () => {
  expect(await examine()).toEqual({ code: 0, lines: [] });
});

it.each([
  [{ PUBLIC_URL: 'http://shop.example' }, /^problem: PUBLIC_URL is http:\/\/shop\.example: use https/],
  [{ PUBLIC_URL: '' }, /^problem: PUBLIC_URL is not set/],
  [{ TRUSTED_PROXIES: '0' }, /^problem: PUBLIC_URL is https and TRUSTED_PROXIES is 0/],
  [{ LOG_LEVEL: 'error' }, /^problem: LOG_LEVEL is error/],
  [{ NOWPAYMENTS_API_URL: 'http://pay.example' }, /^problem: The payment provider is called at http:/],
  [{ PORT: 'eighty' }, /^problem: The setting PORT is wrong/],
  [{ SECURITY_CONTACT: 'me@shop.example' }, /^problem: The setting SECURITY_CONTACT is wrong/],
])('the doctor names insecure settings: %j', async (env, expected) => {
  const { code, lines } = await examine(env);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(expected)]);
});

it.each([
  [{ HOST: '0.0.0.0' }, /^note: HOST is 0\.0\.0\.0 with TRUSTED_PROXIES 1/],
  [{ NODE_ENV: '' }, /^note: NODE_ENV is not production/],
  [{ ADMIN_PASSWORD_HASH: '', ADMIN_PASSWORD: 'seven quiet otters swim' }, /^note: ADMIN_PASSWORD is plain text/],
  [{ ADMIN_REQUIRE_LISTED_USER: '0' }, /^note: ADMIN_REQUIRE_LISTED_USER is 0/],
  [{ GOOGLE_CLIENT_ID: '' }, /^note: GOOGLE_CLIENT_ID is not set/],
  [{ NOWPAYMENTS_API_KEY: '', NOWPAYMENTS_IPN_SECRET: '' }, /^note: There are no keys of a payment provider/],
  [{ SECURITY_CONTACT: '' }, /^note: SECURITY_CONTACT is not set/],
  [{ BACKUP_DIR: '' }, /^note: BACKUP_DIR is not set/],
  [{ KILL_SERVICE_WORKER: '1' }, /^note: KILL_SERVICE_WORKER is 1/],
])('the doctor notes odd settings and succeeds: %j', async (env, expected) => {
  const { code, lines } = await examine(env);
  expect(code).toBe(0);
  expect(lines).toEqual([expect.stringMatching(expected)]);
});

it('the doctor names incomplete settings of a bucket, and a bucket that cannot be reached', async () => {
  const bucket = {
    S3_ENDPOINT: 'https://127.0.0.1:9',
    S3_BUCKET: 'images',
    S3_REGION: 'here',
    S3_ACCESS_KEY_ID: 'key',
  };
  expect((await examine(bucket)).lines).toEqual([
    'problem: S3_ENDPOINT needs S3_SECRET_ACCESS_KEY: set all five settings of the object store, or none.',
  ]);
  const { code, lines } = await examine({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^problem: The bucket images at https:\/\/127\.0\.0\.1:9 cannot be used/),
  ]);
});

it('the doctor names a demo', async () => {
  const { code, lines } = await examine({
    ...Object.fromEntries(Object.keys(GOOD).map((name) => [name, ''])),
    DEMO: '1',
  });
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^problem: The demo is on/));
});

it('the doctor names files that other users of the machine can open', async () => {
  await chmod(dataDir, 0o755);
  await chmod(databaseFile(), 0o644);
  const { code, lines } = await examine();
  expect(code).toBe(1);
  expect(lines).toEqual([
    `problem: Other users of this machine can open ${dataDir}: chmod 700 ${dataDir}`,
    `problem: Other users of this machine can open ${databaseFile()}: chmod 600 ${databaseFile()}`,
  ]);
});

it('the doctor names a generated password that is still on the disk', async () => {
  await writeFile(join(dataDir, 'admin-password.txt'), 'generated', { mode: 0o600 });
  expect(await examine()).toEqual({ code: 1, lines: [expect.stringMatching(/^problem: The generated password is/)] });
});

it('the doctor names old and missing backups', async () => {
  const old = new Date(Date.now() - 5 * DAY_MS);
  await utimes(join(folder, 'backups', 'hexlime.sqlite'), old, old);
  expect((await examine()).lines).toEqual([expect.stringMatching(/^problem: The newest backup .+ is 5 days old/)]);
  await rm(join(folder, 'backups', 'hexlime.sqlite'));
  expect((await examine()).lines).toEqual([expect.stringMatching(/^problem: There is no backup in/)]);
  await rm(join(folder, 'backups'), { recursive: true });
  expect((await examine()).lines).toEqual([expect.stringMatching(/^problem: The folder of backups .+ cannot be read/)]);
});

it('the doctor names a shop without passkeys', async () => {
  await withDatabase('update administrator set registered_at = null');
  expect(await examine()).toEqual({ code: 1, lines: [expect.stringMatching(/^problem: No passkey is registered/)] });
});

it('the doctor names a clock that is behind the stored data', async () => {
  const startedAt = Date.now() + DAY_MS;
  await withDatabase(`insert or replace into meta (key, value) values ('started_at', '${startedAt}')`);
  expect(await examine()).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^problem: The clock is at least 8\d{4} s/)],
  });
});

it('the doctor names a damaged database, and a missing one', async () => {
  await writeFile(databaseFile(), 'not a database'.repeat(1_000));
  expect(await examine()).toEqual({ code: 1, lines: [expect.stringMatching(/^problem: The database .+ is damaged/)] });
  await rm(databaseFile());
  expect(await examine()).toEqual({ code: 0, lines: [expect.stringMatching(/^note: There is no database at/)] });
});
