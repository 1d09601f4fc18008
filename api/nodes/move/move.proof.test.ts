import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInBuyer, startOrderApp, readStock } from '../../testing/apps/order-app.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { startHttpProxy } from '../../testing/network/http-proxy.ts';
import type { HttpProxy } from '../../testing/network/http-proxy.ts';
import { listBlobNames } from '../../testing/blobs/list-blobs.ts';
import { hasSwift, startSwift, toSettings } from '../../testing/blobs/swift-server.ts';
import type { S3TestServer } from '../../testing/blobs/swift-server.ts';
import { messageOf, openChatClient, uploadPhotos } from '../../testing/clients/chat-client.ts';
import { drawTestImage, signInImageClient } from '../../testing/clients/image-client.ts';
import { json, send } from '../../testing/clients/send.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../../testing/databases/postgres-server.ts';
import { createDiskBlobStore } from '../../storage/blobs/disk-blob-store.ts';
import { migrate, MIGRATIONS } from '../../storage/migrate.ts';
import { openDatabase, openReader } from '../../storage/open-database.ts';
import { MOVE_EXIT, runMove } from './move-command.ts';
import { moveDatabase } from './move-database.ts';
import { moveImages } from './move-images.ts';

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-move-'));
  file = join(dataDir, 'hexlime.sqlite');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the shop on its SQLite file, whatever database the other tests run on. */
const startOnFile = (): Promise<TestApp> => startOrderApp(10, { dataDir, env: { DATABASE_URL: `sqlite:${file}` } });

async function move(url: string, env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  return {
    code: await runMove([], { DATABASE_URL: `sqlite:${file}`, DATA_DIR: dataDir, MOVE_TO: url, ...env }, output),
    lines,
  };
}

it('the command explains itself without a database to move to or from', async () => {
  expect((await move('sqlite:/tmp/x')).code).toBe(MOVE_EXIT.usage);
  expect((await move('nowhere')).lines).toEqual([expect.stringMatching(/^Usage: /)]);
  const { code, lines } = await move('postgres://shop@127.0.0.1:1/shop');
  expect([code, lines]).toEqual([MOVE_EXIT.failed, [`There is no database at ${file}.`]]);
});

it('the command takes the address of the target from the environment or a file, never as an argument', async () => {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  const env = { DATABASE_URL: `sqlite:${file}`, DATA_DIR: dataDir };
  const url = 'postgres://shop:secret@127.0.0.1:1/shop';
  expect(await runMove([url], env, output)).toBe(MOVE_EXIT.usage);
  expect(await runMove([url], { ...env, MOVE_TO: url }, output)).toBe(MOVE_EXIT.usage);
  expect(lines.join()).not.toContain('secret');
  const secret = join(dataDir, 'target');
  expect(await runMove([], { ...env, MOVE_TO_FILE: secret }, output)).toBe(MOVE_EXIT.usage);
  expect(lines.join()).toContain(`the file ${secret} cannot be read`);
  await writeFile(secret, `${url}\n`);
  lines.length = 0;
  expect(await runMove([], { ...env, MOVE_TO_FILE: secret }, output)).toBe(MOVE_EXIT.failed);
  expect(lines).toEqual([`There is no database at ${file}.`]);
});

it('the command reports a copied image that differs in its new place', async () => {
  await writeFile(join(dataDir, '1.webp'), 'a picture');
  const blobs = createDiskBlobStore(join(dataDir, 'elsewhere'));
  const lossy = { ...blobs, put: (path: string, bytes: Uint8Array) => blobs.put(path, bytes.subarray(1)) };
  await expect(moveImages(dataDir, lossy)).rejects.toThrow('The image 1.webp differs after it was copied.');
});

describe.skipIf(POSTGRES_MISSING !== undefined)('a shop that moves to PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.stop());
  let databases = 0;
  beforeEach(async () => {
    const admin = await openDatabase({ engine: 'postgres', url: server.url });
    const name = `shop_${(databases += 1)}`;
    await admin.writer.executeQuery({ sql: `create database ${name}`, parameters: [] } as never);
    await admin.close();
    url = server.url.replace(/postgres$/, name);
  });

  it('has all that it had, under the same epoch, and stays usable', async () => {
    const before = await startOnFile();
    const alice = await openChatClient(before, 'alice');
    await alice.call('POST', '/api/chats', { productId: 1, buyerGoogleId: 'demo-alice' });
    await alice.push(messageOf('1-demo-alice', 'Grüße 🍋 “quoted”'));
    const buyer = await signInBuyer(before, 'bob');
    await buyer.buy();
    await before.server.snapshots.build();
    const { epoch } = before.context.states;
    const read = async (app: TestApp) => ({
      chats: json(await send(app.url, '/api/sync/account', { headers: alice.headers })),
      orders: await (await signInBuyer(app, 'bob')).orders(),
      manifest: (await send(app.url, '/api/sync/ayz/manifest')).body.toString(),
    });
    const known = await read(before);
    await before.stop();

    const { code, lines } = await move(url);
    expect([code, lines[0], lines.at(-1)]).toEqual([
      MOVE_EXIT.ok,
      expect.stringMatching(/^Images are not moved: /),
      'Start the server with this DATABASE_URL. Devices keep what they have.',
    ]);

    const after = await startTestApp({ dataDir, env: { DATABASE_URL: url } });
    try {
      expect(after.context.states.epoch).toBe(epoch);
      const now = await read(after);
      expect(now.orders).toEqual(known.orders);
      expect(JSON.parse(now.manifest)).toMatchObject({
        epoch,
        blocks: (JSON.parse(known.manifest) as { blocks: unknown }).blocks,
      });
      // A device that sends its cursor and the proof of it gets only what is new.
      const { seq, proof } = known.chats['chats'] as { seq: number; proof: string };
      const query = new URLSearchParams({ epoch, chats: String(seq), chatsProof: proof });
      const later = json(await send(after.url, `/api/sync/account?${query}`, { headers: alice.headers }));
      expect(later).toMatchObject({ chats: { seq, changed: [] } });
      expect(later).not.toHaveProperty('reset', true);
      // Numbers that the database assigns continue after the copied ones.
      expect((await (await signInBuyer(after, 'bob')).buy(undefined, 'after')).status).toBe(200);
      const stock = await readStock(after);
      expect(stock.counters).toEqual({ available: 8, reserved: 2, sold: 0 });
      expect(stock.ledger).toEqual(stock.counters);
    } finally {
      await after.stop();
    }
  });

  it('continues after an interruption with the table that was not finished', async () => {
    await (await startOnFile()).stop();
    const target = await openDatabase({ engine: 'postgres', url });
    const source = await openReader({ engine: 'sqlite', file });
    const seen: string[] = [];
    const interrupted = moveDatabase(source, target, ({ name }) => {
      seen.push(name);
      if (name === 'product') throw new Error('the line broke');
    });
    await expect(interrupted).rejects.toThrow('the line broke');
    const again: { name: string; wasThere: boolean }[] = [];
    await moveDatabase(source, target, (table) => again.push(table));
    expect(again.filter(({ wasThere }) => wasThere).map(({ name }) => name)).toEqual(expect.arrayContaining(seen));
    expect(again.find(({ name }) => name === 'product_condition')).toMatchObject({ wasThere: false, rows: 4 });
    await Promise.all([source.destroy(), target.close()]);
  });

  it('has all rows of a table that is read in several pages', async () => {
    const before = await startOnFile();
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ key: `row ${index}`, value: String(index) }));
    await before.context.database.writer.insertInto('meta').values(rows).execute();
    await before.stop();
    expect((await move(url)).code).toBe(MOVE_EXIT.ok);
    const target = await openDatabase({ engine: 'postgres', url });
    const moved = target.reader.selectFrom('meta').select(['key', 'value']).where('key', 'like', 'row %');
    expect(new Set((await moved.execute()).map(({ key, value }) => `${key} ${value}`))).toEqual(
      new Set(rows.map(({ key, value }) => `${key} ${value}`)),
    );
    await target.close();
  });

  it('is not reported as moved when a table differs afterwards', async () => {
    await (await startOnFile()).stop();
    const target = await openDatabase({ engine: 'postgres', url });
    await migrate(target.writer);
    // As when something else writes to the new database.
    await sql`create function spoil() returns trigger language plpgsql as $$ begin
      new.title := 'Another title';
      return new;
    end $$`.execute(target.writer);
    await sql`create trigger spoil before insert on product for each row execute function spoil()`.execute(
      target.writer,
    );
    await target.close();
    const { code, lines } = await move(url);
    expect([code, lines.at(-1)]).toEqual([
      MOVE_EXIT.failed,
      'The table product differs after it was copied (1 rows of 1): something writes to one of the databases.',
    ]);
  });

  it('is not moved from the schema of an older version', async () => {
    await (await startOnFile()).stop();
    const old = await openDatabase({ engine: 'sqlite', file });
    await sql`delete from kysely_migration where name = ${Object.keys(MIGRATIONS).at(-1)}`.execute(old.writer);
    await old.close();
    expect(await move(url)).toEqual({
      code: MOVE_EXIT.failed,
      lines: ['The database is of an older version of Hexlime: start this version on it once.'],
    });
  });

  it('is not moved into a database with data of its own, nor while its server runs', async () => {
    await (await startOnFile()).stop();
    await (await startTestApp({ dataDir, env: { DATABASE_URL: url } })).stop();
    expect(await move(url)).toEqual({
      code: MOVE_EXIT.failed,
      lines: ['The new database has data of its own: create an empty one.'],
    });
    const running = await startOnFile();
    expect(await move(url)).toEqual({
      code: MOVE_EXIT.failed,
      lines: [`A server is running on ${file}: stop it first.`],
    });
    await running.stop();
  });

  // The real Swift server from Debian; CI installs it.
  describe.skipIf(!hasSwift)('with a bucket', () => {
    let swift: S3TestServer;
    let proxy: HttpProxy;
    let prefixes = 0;
    let bucket: Readonly<Record<string, string>>;
    beforeAll(async () => {
      swift = await startSwift();
      proxy = await startHttpProxy(swift.settings.endpoint);
    });
    beforeEach(() => {
      bucket = { ...toSettings(swift), S3_ENDPOINT: proxy.url, S3_PREFIX: `shop-${(prefixes += 1)}` };
      proxy.calls.length = 0;
      proxy.tamper = undefined;
    });
    afterAll(async () => {
      await proxy.stop();
      await swift.stop();
    });

    /** Starts the shop on its file, with an uploaded image, a photo and further files; returns what readers of all of them get. */
    async function fillShop() {
      const app = await startOnFile();
      const admin = await signInImageClient(app);
      await admin.upload('ayz', 1, [{ bytes: await drawTestImage('red') }], 'one');
      const alice = await openChatClient(app, 'alice');
      await alice.call('POST', '/api/chats', { productId: 1, buyerGoogleId: alice.sub });
      const bytes = await drawTestImage('blue');
      const { body } = await uploadPhotos(app, alice, chatIdOf('demo-alice', 1), [{ bytes }], 'two');
      for (let number = 1; number <= 40; number += 1) {
        await app.context.blobs.put(`PCProducts/${number}/1.webp`, Buffer.from(`picture ${number}`));
      }
      await app.server.snapshots.build();
      const paths = [String(body['filePath']), '/images/AYZProducts/1/1.webp', '/images/PCProducts/7/1.webp'];
      const read = (from: TestApp) =>
        Promise.all(
          paths.map(async (path) => {
            const reply = await send(from.url, path, { headers: alice.headers });
            return [path, reply.status, reply.body.toString('base64')];
          }),
        );
      const before = await read(app);
      expect(before.map(([, status]) => status)).toEqual([200, 200, 200]);
      await app.stop();
      await writeFile(join(dataDir, 'images', '.unfinished'), 'part');
      return { read, before };
    }

    it('has its images there, from where nodes with empty folders serve them', async () => {
      const { read, before } = await fillShop();
      const { code, lines } = await move(url, bucket);
      expect([code, lines[0]]).toEqual([MOVE_EXIT.ok, expect.stringMatching(/^images: 43 of 0\.\d MB in the bucket/)]);
      const after = await startTestApp({ env: { DATABASE_URL: url, ...bucket } });
      try {
        expect(await read(after)).toEqual(before);
        // Blocks come with the rows; the cleanup moves them to the bucket, from where they are served.
        const { blocks } = JSON.parse((await send(after.url, '/api/sync/ayz/manifest')).body.toString()) as Manifest;
        await after.server.snapshots.deleteOld();
        expect(await listBlobNames(after.context.blobs, 'blocks')).toEqual(
          expect.arrayContaining(blocks.map(({ hash }) => hash)),
        );
        for (const { hash, bytes } of blocks) {
          const reply = await send(after.url, `/api/sync/blocks/${hash}`);
          expect([reply.status, reply.body.length]).toEqual([200, bytes]);
        }
      } finally {
        await after.stop();
      }
    });

    it('continues after an interruption, and copies no image again', async () => {
      await fillShop();
      proxy.faults.push(
        ...Array.from({ length: 60 }, () => undefined),
        ...Array.from({ length: 400 }, () => 'drop' as const),
      );
      const broken = await move(url, bucket);
      expect([broken.code, broken.lines]).toEqual([
        MOVE_EXIT.failed,
        [expect.stringMatching(/^The move failed: the object store at .* did not answer/)],
      ]);
      proxy.faults.length = 0;
      proxy.calls.length = 0;
      const { code, lines } = await move(url, bucket);
      expect([code, lines[0]]).toEqual([MOVE_EXIT.ok, expect.stringMatching(/^images: 43 .*, \d+ were there$/)]);
      const copied = 43 - Number(/(\d+) were there/.exec(lines[0] ?? '')?.[1]);
      expect(copied).toBeLessThan(43);
      expect(proxy.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(copied);
      proxy.calls.length = 0;
      expect((await move(url, bucket)).lines[0]).toMatch(/43 were there$/);
      expect(proxy.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
    });

    it.each([
      ['a wrong key', { S3_SECRET_ACCESS_KEY: 'another' }, /^The settings S3_… are wrong: .*SignatureDoesNotMatch/],
      ['no such bucket', { S3_BUCKET: 'no-such-bucket' }, /^The settings S3_… are wrong: .*NoSuchBucket/],
      ['half of the settings', { S3_REGION: '' }, /needs S3_REGION/],
    ])('is not moved with %s, and nothing is written', async (_what, wrong, sentence) => {
      await (await startOnFile()).stop();
      const { code, lines } = await move(url, { ...bucket, ...wrong });
      expect([code, lines]).toEqual([MOVE_EXIT.config, [expect.stringMatching(sentence)]]);
      expect(await listTablesOf(url)).toEqual([]);
    });

    it('is not moved into the bucket of another shop, nor where it may not write', async () => {
      await (await startTestApp({ env: bucket })).stop();
      await (await startOnFile()).stop();
      expect(await move(url, bucket)).toEqual({
        code: MOVE_EXIT.config,
        lines: [
          'The settings S3_… are wrong: another shop has its images there: choose another S3_BUCKET or S3_PREFIX.',
        ],
      });
      const denied = '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>';
      proxy.faults.push(undefined, { status: 403, body: denied });
      const { code, lines } = await move(url, { ...bucket, S3_PREFIX: 'read-only' });
      expect([code, lines]).toEqual([MOVE_EXIT.config, [expect.stringMatching(/refused a PUT: 403 AccessDenied/)]]);
      expect(await listTablesOf(url)).toEqual([]);
    });
  });
});

async function listTablesOf(url: string): Promise<string[]> {
  const { writer, close } = await openDatabase({ engine: 'postgres', url });
  const tables = await writer.introspection.getTables({ withInternalKyselyTables: true });
  await close();
  return tables.map(({ name }) => name);
}
