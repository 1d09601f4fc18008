import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { ServerFigures } from '#contract/http/insights.ts';
import { MAX_INSIGHT_ROWS, MAX_SESSION_DAYS, SESSION_DAYS } from '#contract/limits.ts';
import { APP_VERSION_HEADER } from '#contract/protocol-version.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { messageOf, openChatClient } from '../testing/clients/chat-client.ts';
import type { ChatClient } from '../testing/clients/chat-client.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { selectMostWatched } from './insights.repository.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
let clockMs: number;

beforeEach(async () => {
  clockMs = NOON;
  app = await startTestApp({ now: () => clockMs });
  await stockCameras(app, 5, 1);
  await stockCameras(app, 5, 2);
});
afterEach(() => app.stop());

async function readFigures(roles?: readonly AdminRole[]): Promise<ServerFigures> {
  const reply = await send(app.url, '/api/admin-insights', { headers: await signInAdmin(app, roles) });
  expect(reply.status).toBe(200);
  return json(reply) as unknown as ServerFigures;
}

/** Sends a message after a pause. */
async function write(client: ChatClient, product: number, text: string): Promise<void> {
  clockMs += MINUTE_MS;
  await client.push(messageOf(chatIdOf('demo-alice', product), text));
}

describe('[INS1] each part of the figures', () => {
  it.each([
    [['owner'], true, true, true],
    [['chat'], true, false, false],
    [['catalogue'], false, true, false],
    [['orders'], false, false, false],
    [[], false, false, false],
  ] as const)('depends on roles: %j get chats %s, watched %s, versions %s', async (roles, chats, watched, versions) => {
    const figures = await readFigures(roles);
    expect([figures.chats !== null, figures.watched !== null, figures.versions !== null]).toEqual([
      chats,
      watched,
      versions,
    ]);
  });
});

describe('[INS2] unanswered chats', () => {
  it('are listed by the time of their first unanswered message, oldest first, without names and texts', async () => {
    const alice = await openChatClient(app, 'alice');
    const sam = await openChatClient(app, 'sam');
    for (const productId of [1, 2]) await alice.call('POST', '/api/chats', { productId, buyerGoogleId: 'demo-alice' });
    await write(alice, 1, 'Secret question');
    await write(alice, 2, 'Is it there?');
    await write(sam, 1, 'An answer');
    await write(alice, 1, 'And the colour?');
    const waitingSince = new Date(clockMs).toISOString();
    await write(alice, 1, 'Hello?');

    const figures = await readFigures(['chat']);
    expect(figures.chats).toEqual({
      total: 2,
      rows: [
        {
          id: chatIdOf('demo-alice', 2),
          title: 'Camera',
          waiting_since: new Date(NOON + 2 * MINUTE_MS).toISOString(),
          messages: 1,
        },
        { id: chatIdOf('demo-alice', 1), title: 'Camera', waiting_since: waitingSince, messages: 2 },
      ],
    });
    expect(JSON.stringify(figures)).not.toMatch(/Secret|Alice|invalid/);

    await write(sam, 1, 'Black');
    await write(sam, 2, 'Yes');
    expect((await readFigures(['chat'])).chats).toEqual({ total: 0, rows: [] });
  });
});

describe('[INS3] watched products', () => {
  it('are listed with the number of devices that watch their present life, at most 100 per shop', async () => {
    await signIn(app, 'alice');
    const { writer } = app.context.database;
    const session = await writer.selectFrom('session').select('id').executeTakeFirstOrThrow();
    for (const device of ['one', 'two', 'three']) {
      const owner = { session_id: session.id, sub: 'demo-alice', p256dh: '', auth: '', created_at: NOON };
      await writer
        .insertInto('push_subscription')
        .values({ endpoint: device, ...owner })
        .execute();
      await writer.insertInto('watch_list').values({ endpoint: device, time_zone: 'UTC' }).execute();
    }
    const watch = { shop: 'ayz' as const, saved_cents: 0, low_cents: 0, was_available: 1 };
    const life = async (id: number): Promise<number> =>
      (await writer.selectFrom('product').select('life').where('id', '=', id).executeTakeFirstOrThrow()).life;
    for (const [endpoint, product_id, more] of [
      ['one', 1, 0],
      ['one', 2, 0],
      ['two', 2, 0],
      // A watch of another life: of another product that had the same id.
      ['three', 2, 1],
    ] as const)
      await writer
        .insertInto('watch')
        .values({ ...watch, endpoint, product_id, life: (await life(product_id)) + more })
        .execute();

    const { watched } = await readFigures(['catalogue']);
    expect(watched).toEqual([
      { shop: 'ayz', id: 2, title: 'Camera', devices: 2 },
      { shop: 'ayz', id: 1, title: 'Camera', devices: 1 },
    ]);
    expect(MAX_INSIGHT_ROWS).toBe(100);
  });

  it.runIf(ON_SQLITE)('are counted in an index, without reading or sorting the watches', async () => {
    const steps = await selectMostWatched(app.context.database.reader, 'pc').explain(undefined, sql`query plan`);
    const plan = JSON.stringify(steps);
    expect(plan).toContain('watch USING COVERING INDEX watch_by_product');
    expect(plan).not.toContain('FOR GROUP BY');
  });
});

describe('[INS4] devices by app version', () => {
  const call = (headers: Readonly<Record<string, string>>, version?: string) =>
    send(app.url, '/api/session', { headers: { ...headers, ...(version && { [APP_VERSION_HEADER]: version }) } });

  it('are counted under the version that each names, without those that have not called for long', async () => {
    const alice = await signIn(app, 'alice');
    const bob = await signIn(app, 'bob');
    const carol = await signIn(app, 'ada');
    clockMs += 2 * 60 * MINUTE_MS;
    await call(alice.headers, '0.2.0+aaa');
    await call(bob.headers, '0.2.0+aaa');
    await call(carol.headers, `<script>${'x'.repeat(60)}`);
    expect((await readFigures()).versions).toMatchObject([
      { version: '0.2.0+aaa', devices: 2 },
      { version: null, devices: 1 },
    ]);

    clockMs += 20 * DAY_MS;
    await call(bob.headers, '0.2.0+bbb');
    clockMs += 15 * DAY_MS;
    expect((await readFigures()).versions).toEqual([
      { version: '0.2.0+bbb', devices: 1, last_used_at: new Date(clockMs - 15 * DAY_MS).toISOString() },
    ]);
  });

  it('leave out a session that has reached its maximum age, although it was used lately', async () => {
    const { headers } = await signIn(app, 'alice');
    for (let day = 0; day <= MAX_SESSION_DAYS; day += SESSION_DAYS - 1) {
      clockMs += (SESSION_DAYS - 1) * DAY_MS;
      await call(headers, '0.2.0+aaa');
    }
    expect((await call(headers)).status).toBe(401);
    expect((await readFigures()).versions).toEqual([]);
  });
});
