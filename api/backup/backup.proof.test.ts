import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CAMERA_ID, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json } from '../testing/clients/send.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../testing/processes/small-disk.ts';
import { BACKUP_EXIT, runBackup } from './backup-command.ts';
import { RESTORE_EXIT, runRestore } from './restore-command.ts';

const UNITS = 1_000;
const noSmallDisk = await whyNoSmallDisk();
const IMAGE = { path: 'PCProducts/1/1.webp', bytes: Buffer.from('a picture') } as const;

let folder: string;
let app: TestApp;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-backup-'));
  app = await startOrderApp(UNITS, { dataDir: join(folder, 'live') });
  await app.context.blobs.put(IMAGE.path, IMAGE.bytes);
});
afterEach(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

type Command = typeof runBackup;
async function run(command: Command, args: readonly string[], dataDir = 'live', env: Record<string, string> = {}) {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  const code = await command(args, { DATA_DIR: join(folder, dataDir), ...env }, output);
  return { code, text: lines.join('\n') };
}

const backups = (): string => join(folder, 'backups');
const listBackups = async (): Promise<string[]> =>
  (await readdir(backups())).sort().map((name) => join(backups(), name));

async function backUp(): Promise<string> {
  expect(await run(runBackup, [backups()])).toMatchObject({ code: BACKUP_EXIT.ok });
  return (await listBackups()).at(-1) ?? '';
}

const listOrderIds = async ({ context }: TestApp): Promise<string[]> =>
  (await context.database.reader.selectFrom('purchase').select('id').execute()).map(({ id }) => id);

function readEpoch(dataDir: string): unknown {
  const connection = new BetterSqlite3(join(folder, dataDir, 'hexlime.sqlite'), { readonly: true });
  const epoch = connection.prepare("select value from meta where key = 'epoch'").pluck().get();
  connection.close();
  return epoch;
}

it('a backup made during writes has all that was acknowledged before, and a server elsewhere starts on it in a new epoch', async () => {
  const alice = await signInBuyer(app, 'alice');
  const acknowledged: string[] = [];
  const load = { isOn: true };
  const keepWriting = async (name: string): Promise<void> => {
    const buyer = await signInBuyer(app, name);
    while (load.isOn) {
      await buyer.call('POST', '/api/cart', {
        google_id: `demo-${name}`,
        product_id: CAMERA_ID,
        condition: 'good',
        quantity: 1,
      });
      await buyer.call('DELETE', '/api/cart', { google_id: `demo-${name}`, product_id: CAMERA_ID, condition: 'good' });
      const bought = await buyer.buy();
      if (bought.status === 200) acknowledged.push((json(bought)['order'] as { id: string }).id);
    }
  };
  const writing = [keepWriting('bob'), keepWriting('eve')];
  const first = (json(await alice.buy())['order'] as { id: string }).id;
  const backup = await backUp();
  load.isOn = false;
  await Promise.all(writing);

  expect(await run(runRestore, [backup], 'elsewhere')).toMatchObject({ code: RESTORE_EXIT.ok });
  const restored = await startTestApp({ dataDir: join(folder, 'elsewhere') });
  try {
    const ids = await listOrderIds(restored);
    expect(ids).toContain(first);
    expect([first, ...acknowledged]).toEqual(expect.arrayContaining(ids));
    const { counters, ledger } = await readStock(restored);
    expect(counters).toEqual(ledger);
    expect(counters.reserved).toBe(ids.length);
    expect(await restored.context.blobs.find(IMAGE.path)).toEqual(await app.context.blobs.find(IMAGE.path));
  } finally {
    await restored.stop();
  }
  expect(readEpoch('elsewhere')).not.toBe(readEpoch('live'));
});

it('a second backup shares the images that have not changed, and old backups are deleted on request', async () => {
  const first = await backUp();
  await app.context.blobs.put('PCProducts/1/2.webp', Buffer.from('another'));
  await rename(first, join(backups(), 'hexlime-2026-01-01T00-00-00Z'));
  const second = await backUp();
  const [one, other] = await Promise.all(
    ['hexlime-2026-01-01T00-00-00Z', basename(second)].map((name) => stat(join(backups(), name, 'images', IMAGE.path))),
  );
  expect(one?.ino).toBe(other?.ino);
  expect(await readFile(join(second, 'images/PCProducts/1/2.webp'), 'utf8')).toBe('another');

  await rename(second, join(backups(), 'hexlime-2026-01-02T00-00-00Z'));
  await mkdir(join(backups(), 'something else'));
  const { text } = await run(runBackup, [backups(), '--keep', '2']);
  expect(text).toContain('Deleted');
  const left = await readdir(backups());
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining(['hexlime-2026-01-02T00-00-00Z', 'something else']));
});

it.each([
  ['a backup without data', runBackup, ['BACKUPS'], 'empty', BACKUP_EXIT.failed, /^There is no database at /],
  ['a backup to no folder', runBackup, [], 'live', BACKUP_EXIT.usage, /^Usage: /],
  ['a backup that keeps none', runBackup, ['BACKUPS', '--keep', '0'], 'live', BACKUP_EXIT.usage, /^Usage: /],
  ['a restore of nothing', runRestore, [], 'live', RESTORE_EXIT.usage, /^Usage: /],
  [
    'a restore of a folder that is no backup',
    runRestore,
    ['LIVE'],
    'live',
    RESTORE_EXIT.failed,
    / is no complete backup: /,
  ],
] as const)('%s is rejected with one sentence', async (_what, command, args, dataDir, code, sentence) => {
  const folders = { BACKUPS: backups(), LIVE: join(folder, 'live') } as Readonly<Record<string, string>>;
  const result = await run(
    command,
    args.map((arg) => folders[arg] ?? arg),
    dataDir,
  );
  expect(result).toEqual({ code, text: expect.stringMatching(sentence) as string });
});

it('a restore is rejected while a server runs; once the server has stopped, it keeps the former data aside', async () => {
  const backup = await backUp();
  const buyer = await signInBuyer(app, 'alice');
  expect((await buyer.buy()).status).toBe(200);
  const running = await run(runRestore, [backup]);
  expect(running.text).toMatch(/^A server is running on /);
  expect(await listOrderIds(app)).toHaveLength(1);

  await app.stop();
  const { text } = await run(runRestore, [backup]);
  const aside = /The data that was here before is in (\S+)\. /.exec(text)?.[1] ?? '';
  const kept = new BetterSqlite3(join(aside, 'hexlime.sqlite'), { readonly: true });
  expect(kept.prepare('select count(*) from purchase').pluck().get()).toBe(1);
  kept.close();
  app = await startTestApp({ dataDir: join(folder, 'live') });
  expect(await listOrderIds(app)).toEqual([]);
});

it.each([
  [
    'a damaged database',
    / is not the file that was backed up/,
    (backup: string) => appendFile(join(backup, 'hexlime.sqlite'), 'x'),
  ],
  [
    'a missing image',
    / is incomplete: it has 0 of 1 images/,
    (backup: string) => rm(join(backup, 'images', IMAGE.path)),
  ],
  ['a newer version', / was made by a newer version of Hexlime \(9999-later\)/, addMigration],
  [
    'unreadable facts',
    / cannot be read by this version/,
    (backup: string) => writeFile(join(backup, 'backup.json'), '{'),
  ],
] as const)('a backup with %s is rejected, and nothing is changed', async (_what, sentence, damage) => {
  const backup = await backUp();
  await damage(backup);
  await app.stop();
  const before = (await readdir(join(folder, 'live'))).sort();
  const { code, text } = await run(runRestore, [backup]);
  expect([code, text]).toEqual([RESTORE_EXIT.failed, expect.stringMatching(sentence)]);
  expect((await readdir(join(folder, 'live'))).sort()).toEqual(before);
});

async function addMigration(backup: string): Promise<void> {
  const file = join(backup, 'backup.json');
  const facts = JSON.parse(await readFile(file, 'utf8')) as { migrations: string[] };
  facts.migrations.push('9999-later');
  await writeFile(file, JSON.stringify(facts));
}

it('a backup of a shop with a bucket says that images are not part of it, and so does its restore', async () => {
  const env = {
    S3_ENDPOINT: 'https://s3.invalid',
    S3_BUCKET: 'shop-images',
    S3_REGION: 'here',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const made = await run(runBackup, [backups()], 'live', env);
  expect([made.code, made.text]).toEqual([0, expect.stringContaining('Images in the bucket shop-images are not part')]);
  const [backup = ''] = await listBackups();
  const restored = await run(runRestore, [backup], 'restored', env);
  expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('Images are not restored')]);
});

it('a restore begins a new epoch, even when nothing has changed since the backup', async () => {
  const { dataDir } = app.context.config;
  await app.stop();
  const epoch = await readEpoch('live');
  const backup = await backUp();
  expect(await run(runRestore, [backup])).toMatchObject({ code: RESTORE_EXIT.ok });
  app = await startTestApp({ dataDir });
  expect(app.context.states.epoch).not.toBe(epoch);
});

it.skipIf(noSmallDisk !== '')(`a backup begins only where its disk has room${noSmallDisk}`, async () => {
  const disk = await mountSmallDisk(24_000_000);
  try {
    const { code, text } = await run(runBackup, [disk.folder]);
    expect(code).toBe(BACKUP_EXIT.failed);
    expect(text).toMatch(/^The disk of \S+ has 2\d MB left, a backup needs \d+ MB\.$/);
    expect(await readdir(disk.folder)).toEqual([]);
  } finally {
    await disk.unmount();
  }
});
