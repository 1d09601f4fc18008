import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInBuyer, startOrderApp, readStock } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { messageOf, openChatClient } from '../testing/clients/chat-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../testing/databases/postgres-server.ts';
import { openDatabase, openReader } from '../storage/open-database.ts';
import { MOVE_EXIT, runMove } from './move-command.ts';
import { moveDatabase } from './move-database.ts';

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-move-'));
  file = join(dataDir, 'hexlime.sqlite');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the shop on its file, whatever the other tests run on. */
const startOnFile = (): Promise<TestApp> => startOrderApp(10, { dataDir, env: { DATABASE_URL: `sqlite:${file}` } });

async function move(url: string) {
  const lines: string[] = [];
  const output = { write: (line: string) => lines.push(line.trimEnd()) > 0 };
  return { code: await runMove([url], { DATABASE_URL: `sqlite:${file}` }, output), lines };
}

it('explains itself without a database to move to or from', async () => {
  expect((await move('sqlite:/tmp/x')).code).toBe(MOVE_EXIT.usage);
  expect((await move('nowhere')).lines).toEqual([expect.stringMatching(/^Usage: /)]);
  const { code, lines } = await move('postgres://shop@127.0.0.1:1/shop');
  expect([code, lines]).toEqual([MOVE_EXIT.failed, [`There is no database at ${file}.`]]);
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

  it('has all it had, under the same epoch, and goes on', async () => {
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
    expect([code, lines.at(-1)]).toEqual([
      MOVE_EXIT.ok,
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
      // A device that names its position and the proof of it gets what is new alone.
      const { seq, proof } = known.chats['chats'] as { seq: number; proof: string };
      const query = new URLSearchParams({ epoch, chats: String(seq), chatsProof: proof });
      const later = json(await send(after.url, `/api/sync/account?${query}`, { headers: alice.headers }));
      expect(later).toMatchObject({ chats: { seq, changed: [] } });
      expect(later).not.toHaveProperty('reset', true);
      // Numbers that the database gives continue.
      expect((await (await signInBuyer(after, 'bob')).buy(undefined, 'after')).status).toBe(200);
      const stock = await readStock(after);
      expect(stock.counters).toEqual({ available: 8, reserved: 2, sold: 0 });
      expect(stock.ledger).toEqual(stock.counters);
    } finally {
      await after.stop();
    }
  });

  it('goes on after an interruption, with the table that was not finished', async () => {
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
});
