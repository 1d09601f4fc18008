import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { ENGINES } from '../testing/databases/engines.ts';
import type { RunningEngine } from '../testing/databases/engines.ts';
import { POSTGRES_TOOLS_MISSING } from '../testing/databases/postgres-server.ts';
import { BACKUP_EXIT, runBackup } from './backup-command.ts';
import { RESTORE_EXIT, runRestore } from './restore-command.ts';

const IMAGE = 'PCProducts/1/1.webp';

/**
 * Cuts off the end of a dump, and stores the hash of the rest so that the damage is not detected before the restore.
 */
async function cutDump(backup: string): Promise<void> {
  const [dump, factsFile] = [join(backup, 'hexlime.dump'), join(backup, 'backup.json')];
  const bytes = (await readFile(dump)).subarray(0, -1_000);
  await writeFile(dump, bytes);
  const facts = JSON.parse(await readFile(factsFile, 'utf8')) as { database: object };
  const database = { ...facts.database, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  await writeFile(factsFile, JSON.stringify({ ...facts, database }));
}

describe.skipIf(POSTGRES_TOOLS_MISSING !== undefined)('a backup of a shop on PostgreSQL', () => {
  let engine: RunningEngine;
  let folder: string;
  let env: Record<string, string>;
  let app: TestApp | undefined;
  beforeAll(async () => {
    engine = (await ENGINES.find(({ name }) => name === 'PostgreSQL')?.start()) as RunningEngine;
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hexlime-backup-'));
    const source = await engine.create();
    env = { DATABASE_URL: source.engine === 'postgres' ? source.url : '' };
    app = await startOrderApp(10, { dataDir: join(folder, 'live'), env });
    await app.context.blobs.put(IMAGE, Buffer.from('a picture'));
  });
  afterEach(async () => {
    await app?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(command: typeof runBackup, args: readonly string[]) {
    const lines: string[] = [];
    const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
    const code = await command(args, { DATA_DIR: join(folder, 'live'), ...env }, output);
    return { code, text: lines.join('\n') };
  }
  const backUp = async (): Promise<string> => {
    expect(await run(runBackup, [join(folder, 'backups')])).toMatchObject({ code: BACKUP_EXIT.ok });
    const [name = ''] = await readdir(join(folder, 'backups'));
    return join(folder, 'backups', name);
  };
  const stop = async (): Promise<void> => {
    await app?.stop();
    app = undefined;
  };
  const start = async (): Promise<TestApp> => (app = await startTestApp({ dataDir: join(folder, 'live'), env }));

  it('is made while the shop sells, is readable only by its user, and begins a new epoch when it is restored', async () => {
    const running = app as TestApp;
    await (await signInBuyer(running, 'alice')).buy();
    const backup = await backUp();
    const { mode } = await stat(join(backup, 'hexlime.dump'));
    expect(mode & 0o077).toBe(0);
    await (await signInBuyer(running, 'bob')).buy();
    const { epoch } = running.context.states;
    expect((await readStock(running)).counters.reserved).toBe(2);
    await stop();

    expect(await run(runRestore, [backup])).toMatchObject({ code: RESTORE_EXIT.ok });
    const restored = await start();
    expect((await readStock(restored)).counters).toEqual({ available: 9, reserved: 1, sold: 0 });
    expect(restored.context.states.epoch).not.toBe(epoch);
    expect((await restored.context.blobs.find(IMAGE))?.bytes.toString()).toBe('a picture');
    const { rows } = await sql<{ name: string }>`
      select schema_name as name from information_schema.schemata where schema_name like 'before-restore-%'`.execute(
      restored.context.database.reader,
    );
    expect(rows).toHaveLength(1);
    // The database's sequences continue after the restored rows.
    expect((await (await signInBuyer(restored, 'bob')).buy()).status).toBe(200);
  });

  it('says which schema has the former data when it is restored, also where there was no data folder', async () => {
    const backup = await backUp();
    await stop();
    await rm(join(folder, 'live'), { recursive: true });
    const { code, text } = await run(runRestore, [backup]);
    expect(code).toBe(RESTORE_EXIT.ok);
    const [, schema = ''] = /The data that was here before is in the schema (\S+) of the database\. /.exec(text) ?? [];
    expect(schema, text).not.toBe('');
    const { reader } = (await start()).context.database;
    const { rows } = await sql`select 1 from ${sql.id(schema, 'product')}`.execute(reader);
    expect(rows).not.toEqual([]);
  });

  it('fails and leaves no file when the database has no shop', async () => {
    const empty = await engine.create();
    env = { DATABASE_URL: empty.engine === 'postgres' ? empty.url : '' };
    const { code, text } = await run(runBackup, [join(folder, 'backups')]);
    expect([code, text]).toEqual([BACKUP_EXIT.failed, expect.stringMatching(/ is no dump of a shop\.$/)]);
    expect(await readdir(join(folder, 'backups'))).toEqual([]);
  });

  it('is not restored while a node runs', async () => {
    const backup = await backUp();
    const { code, text } = await run(runRestore, [backup]);
    expect([code, text]).toEqual([
      RESTORE_EXIT.failed,
      expect.stringMatching(/^A server uses .*: stop all nodes first\.$/),
    ]);
  });

  it('is not restored when it is damaged or of another database engine', async () => {
    const backup = await backUp();
    await stop();
    const dump = join(backup, 'hexlime.dump');
    const whole = await readFile(dump);
    const changed = Buffer.from(whole);
    changed[whole.length >> 1] = ~(whole[whole.length >> 1] ?? 0);
    for (const damaged of [whole.subarray(0, whole.length >> 1), changed]) {
      await writeFile(dump, damaged);
      expect(await run(runRestore, [backup])).toEqual({
        code: RESTORE_EXIT.failed,
        text: `${dump} is not the file that was backed up: it is damaged or incomplete.`,
      });
    }
    await writeFile(dump, whole);
    const file = join(folder, 'live', 'other.sqlite');
    env = { DATABASE_URL: `sqlite:${file}` };
    expect(await run(runRestore, [backup])).toEqual({
      code: RESTORE_EXIT.failed,
      text: expect.stringContaining('is of another database engine') as string,
    });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    // Detected only after the database was restored.
    ['an image is missing', (backup: string) => rm(join(backup, 'images', IMAGE)), 'is incomplete'],
    ['its rows cannot be read', cutDump, 'pg_restore failed'],
  ])('leaves the shop as it was when its restore fails: %s', async (_what, damage, sentence) => {
    const running = app as TestApp;
    const backup = await backUp();
    await (await signInBuyer(running, 'bob')).buy();
    const { epoch } = running.context.states;
    await stop();
    await damage(backup);
    const { code, text } = await run(runRestore, [backup]);
    expect([code, text]).toEqual([RESTORE_EXIT.failed, expect.stringContaining(sentence)]);
    const after = await start();
    expect(after.context.states.epoch).toBe(epoch);
    expect((await readStock(after)).counters.reserved).toBe(1);
  });
});
