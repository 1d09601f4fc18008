import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushMessage } from '#contract/http/push.ts';
import type { AppContext } from '../app-context.ts';
import { openTestContext } from '../testing/apps/test-context.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createPushBrowser } from '../testing/clients/push-browser.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import type { Schema } from '../storage/schema.ts';
import { NO_LANES } from '../storage/lanes.ts';
import { databaseSettings, ON_SQLITE } from '../testing/databases/test-database.ts';
import { createPushSender } from './push-sender.ts';
import type { PushSender } from './push-sender.ts';
import { claimDuePushMessages, selectDuePushMessages } from './push-message.repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALICE = 'demo-alice';
/** How long a sender claims a message; shorter than any pause. */
const CLAIM_MS = 25_000;

let clockMs: number;
let dataDir: string;
let app: TestApp;
let session: SignedIn | undefined;
let service: Server;
let serviceUrl: string;
/** Statuses of the next answers; 201 afterwards. */
let answers: number[] = [];
/** Requests wait for this, if it is set. */
let hold: Promise<void> | undefined;
let requests = 0;
let deliveries: { readonly path: string; readonly body: Buffer; readonly ttl: number }[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      requests += 1;
      await hold;
      const status = answers.shift() ?? 201;
      if (status < 300) {
        deliveries.push({ path: request.url ?? '', body: Buffer.concat(parts), ttl: Number(request.headers['ttl']) });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => void service.close());

const start = (): Promise<TestApp> => startTestApp({ dataDir, push: { allowsLoopback: true }, now: () => clockMs });

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 22, 12);
  [answers, hold, requests, deliveries, session] = [[], undefined, 0, [], undefined];
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-push-'));
  app = await start();
});
afterEach(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Subscribes a device of Alice, always in the same session: a second sign-in would notify her other devices. */
async function subscribe(path: string) {
  session ??= await signIn(app, 'alice');
  const browser = createPushBrowser(`${serviceUrl}${path}`);
  await send(app.url, '/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...session.headers },
    body: JSON.stringify(browser.subscription),
  });
  return browser;
}

const messageOf = (title: string, tag = title): PushMessage => ({ title, body: '', tag, path: '/account' });
const enqueue = (title: string, tag?: string, lifeMs?: number): Promise<void> =>
  app.context.write((unit) =>
    app.server.push.enqueue(unit, ALICE, () => messageOf(title, tag), lifeMs === undefined ? {} : { lifeMs }),
  );
const countRows = async (): Promise<number> =>
  (await app.context.database.reader.selectFrom('push_message').select('id').execute()).length;
/** Waits until an attempt has failed and its pause is stored. */
const waitForAttempt = async (attempts: number): Promise<void> => {
  const read = () =>
    app.context.database.reader
      .selectFrom('push_message')
      .select('id')
      .where('attempts', '=', attempts)
      .where('next_attempt_at', '>', clockMs + CLAIM_MS)
      .execute();
  await expect.poll(async () => (await read()).length).toBe(1);
};
const openClaims = (limit: number): Promise<unknown> =>
  app.context.write(({ trx }) => claimDuePushMessages(trx, clockMs, clockMs + 15_000, limit));

describe('a push message', () => {
  it('is deleted once its push service has it', async () => {
    const phone = await subscribe('/phone');
    await enqueue('Paid');
    await expect.poll(countRows).toBe(0);
    expect(deliveries.map(({ body }) => phone.decrypt(body))).toEqual([messageOf('Paid')]);
  });

  it('is not stored for a user without devices, nor when its transaction fails', async () => {
    await signIn(app, 'alice');
    await enqueue('Paid');
    expect(await countRows()).toBe(0);
    await subscribe('/phone');
    const failing = app.context.write(async (unit) => {
      await app.server.push.enqueue(unit, ALICE, () => messageOf('Paid'));
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await app.server.push.send.run();
    expect([await countRows(), requests]).toEqual([0, 0]);
  });

  it('that the push service does not take is sent again to that device alone, after growing pauses', async () => {
    await subscribe('/phone');
    await subscribe('/laptop');
    answers = [201, 503];
    await enqueue('Paid');
    await waitForAttempt(1);
    expect(deliveries).toHaveLength(1);
    answers = [429];
    clockMs += 30_000;
    await app.server.push.send.run();
    await waitForAttempt(2);
    clockMs += MINUTE_MS;
    await app.server.push.send.run();
    expect(requests).toBe(3);
    clockMs += MINUTE_MS;
    await app.server.push.send.run();
    await expect.poll(countRows).toBe(0);
    expect(deliveries.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone']);
    // The push service keeps the late message for an offline device no longer than if it had been sent at once.
    expect(deliveries.map(({ ttl }) => ttl)).toEqual([86_400, 86_400 - 150]);
  });

  it('[PUSH4] is given up after some attempts, or once it has expired', async () => {
    await subscribe('/phone');
    answers = Array.from({ length: 20 }, () => 500);
    await enqueue('Paid');
    await enqueue('Reply', 'reply', 4 * HOUR_MS);
    for (let turn = 0; turn < 40; turn++) {
      await expect
        .poll(async () => {
          const due = selectDuePushMessages(app.context.database.reader, clockMs + CLAIM_MS);
          return (await due.execute()).length;
        })
        .toBe(0);
      clockMs += 20 * MINUTE_MS;
      await app.server.push.send.run();
    }
    await expect.poll(countRows).toBe(0);
    expect(requests).toBe(7 + 6);
    expect(deliveries).toEqual([]);
  });

  it('replaces an older message of its tag that was not sent', async () => {
    const phone = await subscribe('/phone');
    answers = [503, 503];
    await enqueue('first', 'chat');
    await waitForAttempt(1);
    await enqueue('second', 'chat');
    await expect.poll(() => requests).toBe(2);
    // The first attempt of the second message.
    await waitForAttempt(1);
    clockMs += HOUR_MS;
    await app.server.push.send.run();
    await expect.poll(countRows).toBe(0);
    clockMs += HOUR_MS;
    await app.server.push.send.run();
    expect(deliveries.map(({ body }) => phone.decrypt(body))).toEqual([messageOf('second', 'chat')]);
  });

  it('[PUSH4] survives a stop of the server in the middle of its sending', async () => {
    const phone = await subscribe('/phone');
    const release = Promise.withResolvers<void>();
    hold = release.promise;
    await enqueue('Paid');
    await expect.poll(() => requests).toBe(1);
    await app.stop();
    // The service took the message, but the stopped server did not get its answer.
    hold = undefined;
    release.resolve();
    await expect.poll(() => deliveries.length).toBe(1);
    deliveries = [];
    app = await start();
    await expect.poll(() => deliveries.length).toBe(1);
    await expect.poll(countRows).toBe(0);
    expect(phone.decrypt(deliveries[0]?.body ?? Buffer.alloc(0))).toEqual(messageOf('Paid'));
  });

  it('[PUSH4] claimed by a process that was killed is sent by another process once the claim has ended', async () => {
    await subscribe('/phone');
    hold = new Promise(() => undefined);
    await app.context.write((unit) =>
      app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, ALICE, () => messageOf('Paid')),
    );
    await openClaims(1);
    hold = undefined;
    await app.server.push.send.run();
    expect(requests).toBe(0);
    clockMs += 15_000;
    await app.server.push.send.run();
    await expect.poll(() => deliveries.length).toBe(1);
  });

  it('[PUSH4] is sent once, by whichever node claims it', async () => {
    await subscribe('/phone');
    for (let index = 0; index < 60; index++) {
      await app.context.write((unit) =>
        app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, ALICE, () => messageOf(`${index}`)),
      );
    }
    const contexts: AppContext[] = [];
    const senders: PushSender[] = [];
    const sent: string[] = [];
    for (let node = 0; node < 3; node++) {
      const context = await openTestContext(dataDir, {}, () => clockMs);
      contexts.push(context);
      const notifier = {
        notifyDevice: async (_sub: string, _endpoint: string, compose: (locale: never) => PushMessage) => {
          sent.push(compose(undefined as never).title);
          await new Promise((resolve) => setTimeout(resolve, 5));
          return 'done' as const;
        },
        close: () => undefined,
      };
      senders.push(createPushSender({ ...context, notifier }));
    }
    await Promise.all(senders.map(({ job }) => job.run()));
    await expect.poll(countRows).toBe(0);
    expect(sent.toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `${index}`).toSorted());
    await Promise.all(senders.map((sender) => sender.stop()));
    await Promise.all(contexts.map((context) => context.close()));
  });

  it.runIf(!ON_SQLITE)('that one node is claiming is skipped by the others, which do not wait', async () => {
    await subscribe('/phone');
    for (const title of ['one', 'two']) {
      await app.context.write((unit) =>
        app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, ALICE, () => messageOf(title)),
      );
    }
    // These transactions run without the lock by which write units exclude each other.
    const pool = new pg.Pool({ connectionString: databaseSettings(dataDir)['DATABASE_URL'], max: 2 });
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const claim = (during = (): Promise<void> => Promise.resolve()) =>
      db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '2s'`.execute(trx);
        const rows = await claimDuePushMessages(trx, clockMs, clockMs + 15_000, 1);
        await during();
        return rows.map(({ tag }) => tag);
      });
    let there: string[] = [];
    const here = await claim(async () => void (there = await claim()));
    expect([...here, ...there].toSorted()).toEqual(['one', 'two']);
    await db.destroy();
  });

  it('whose push service is slow is not sent again by another node whose clock is ahead', async () => {
    await subscribe('/phone');
    await app.context.write((unit) =>
      app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, ALICE, () => messageOf('Paid')),
    );
    const answered = Promise.withResolvers<'done'>();
    let attempts = 0;
    const notifier = { notifyDevice: () => ((attempts += 1), answered.promise), close: () => undefined };
    const slow = createPushSender({ ...app.context, notifier, now: () => clockMs - 5_000 });
    const ahead = createPushSender({ ...app.context, notifier, now: () => clockMs + 5_000 });
    clockMs += 5_000;
    await slow.job.run();
    // As long as a request may take.
    clockMs += 10_000;
    await ahead.job.run();
    expect(attempts).toBe(1);
    answered.resolve('done');
    await expect.poll(countRows).toBe(0);
    await Promise.all([slow.stop(), ahead.stop()]);
  });

  it('that another node has claimed meanwhile is not changed by the late result of its first sender', async () => {
    await subscribe('/phone');
    await app.context.write((unit) =>
      app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, ALICE, () => messageOf('Paid')),
    );
    const open = () => {
      const answer = Promise.withResolvers<'done' | 'failed'>();
      const notifier = { notifyDevice: () => answer.promise, close: () => undefined };
      return { answer, sender: createPushSender({ ...app.context, notifier }) };
    };
    const [slow, other] = [open(), open()];
    await slow.sender.job.run();
    clockMs += CLAIM_MS;
    await other.sender.job.run();
    slow.answer.resolve('failed');
    await slow.sender.stop();
    other.answer.resolve('done');
    await other.sender.stop();
    expect(await countRows()).toBe(0);
  });

  it.runIf(!ON_SQLITE)('is stored, sent and deleted while an unrelated unit is in progress', async () => {
    await subscribe('/phone');
    const gate = Promise.withResolvers<void>();
    const open = app.context.write(async ({ trx }) => {
      await trx.selectFrom('meta').selectAll().execute();
      await gate.promise;
    }, NO_LANES);
    app.server.push.notifyUser(ALICE, () => messageOf('Paid'));
    await expect.poll(() => deliveries.length).toBe(1);
    await expect.poll(countRows).toBe(0);
    gate.resolve();
    await open;
  });

  it.runIf(ON_SQLITE)('that is due is found by the index', async () => {
    const steps = await selectDuePushMessages(app.context.database.reader, clockMs).explain(undefined, sql`query plan`);
    expect(JSON.stringify(steps)).toContain('push_message_due');
  });
});
