import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionEntry } from '#contract/http/session.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import { createTestCredential, signIn, signInBearer } from '../testing/clients/sign-in.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Headers = Readonly<Record<string, string>>;

const recorder = createLogRecorder();
let clockMs = Date.UTC(2026, 10, 22, 12);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { LOG_LEVEL: 'info', TRUSTED_PROXIES: '1' },
    now: () => clockMs,
    logTo: recorder.logTo,
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.context.database.writer.deleteFrom('session').execute();
  recorder.clear();
});

const list = async (headers: Headers): Promise<SessionEntry[]> =>
  (json(await send(app.url, '/api/sessions', { headers })) as { sessions: SessionEntry[] }).sessions;
const end = (path: string, headers: Headers) => send(app.url, path, { method: 'DELETE', headers });
const statusOf = async (headers: Headers) => (await send(app.url, '/api/session', { headers })).status;

describe('[SESSION1] the list of sessions', () => {
  it('names device, times and network of each session of the caller, and marks the current one', async () => {
    const credential = await createTestCredential(app, 'alice');
    const reply = await send(app.url, '/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ credential }),
    });
    const [cookie = ''] = reply.headers['set-cookie'] ?? [];
    const laptop = { cookie: cookie.split(';', 1)[0] ?? '' };
    await signIn(app, 'bob');
    clockMs += HOUR_MS;
    const program = await signInBearer(app, 'alice');
    const [newer, older] = await list(program);
    expect(older).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      browser: 'Firefox',
      system: 'Linux',
      created_at: '2026-11-22T12:00:00.000Z',
      last_used_at: '2026-11-22T12:00:00.000Z',
      network: '203.0.113.0/24',
      isCurrent: false,
    });
    expect(newer).toMatchObject({ browser: null, system: null, network: '127.0.0.0/24', isCurrent: true });
    // A use is recorded at most once an hour, with the network it came from.
    await send(app.url, '/api/session', { headers: { ...laptop, 'x-forwarded-for': '2001:db8:7:1::9' } });
    const current = (await list(laptop)).find(({ isCurrent }) => isCurrent);
    expect(current).toMatchObject({ last_used_at: '2026-11-22T13:00:00.000Z', network: '2001:db8:7::/48' });
  });

  it('holds no token, no hash and no full address', async () => {
    const { headers } = await signIn(app, 'alice');
    const rows = await app.context.database.reader.selectFrom('session').selectAll().execute();
    const text = JSON.stringify([rows, await list(headers)]);
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain(headers.cookie.slice(4));
    expect(JSON.stringify(await list(headers))).not.toContain(rows[0]?.token_hash);
  });
});

describe('[SESSION1] a user', () => {
  it('ends one of their sessions at once, with its sockets', async () => {
    const phone = await signIn(app, 'alice');
    const laptop = await signIn(app, 'alice');
    const { socket } = await openEventSocket(app.url, phone.headers);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const id = (await list(laptop.headers)).find(({ isCurrent }) => !isCurrent)?.id;
    expect((await end(`/api/sessions/${id}`, laptop.headers)).status).toBe(204);
    expect(await closed).toBe(4401);
    expect([await statusOf(phone.headers), await statusOf(laptop.headers)]).toEqual([401, 200]);
    expect((await end(`/api/sessions/${id}`, laptop.headers)).status).toBe(404);
    expect(recorder.events('session-revoked')).toHaveLength(1);
  });

  it('cannot end a session of another user', async () => {
    const alice = await signIn(app, 'alice');
    const bob = await signIn(app, 'bob');
    const [{ id } = { id: '' }] = await list(alice.headers);
    expect((await end(`/api/sessions/${id}`, bob.headers)).status).toBe(404);
    expect(await statusOf(alice.headers)).toBe(200);
    expect(recorder.events('session-revoked')).toEqual([]);
  });

  it('ends all their other sessions, or all including the current one', async () => {
    const [phone, laptop, desk] = [await signIn(app, 'alice'), await signIn(app, 'alice'), await signIn(app, 'alice')];
    const bob = await signIn(app, 'bob');
    for (let turn = 0; turn < 2; turn++) expect((await end('/api/sessions', desk.headers)).status).toBe(204);
    const statuses = () => Promise.all([phone, laptop, desk, bob].map(({ headers }) => statusOf(headers)));
    expect(await statuses()).toEqual([401, 401, 200, 200]);
    const reply = await end('/api/sessions?scope=all', desk.headers);
    expect([reply.status, reply.headers['set-cookie']]).toEqual([204, [expect.stringMatching(/^sid=; Max-Age=0; /)]]);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    expect(recorder.events('sessions-revoked').map(({ detail }) => detail)).toEqual([{ count: 2 }, { count: 1 }]);
  });

  it.each([
    ['/api/sessions/1', 404],
    [`/api/sessions/${'A'.repeat(32)}`, 404],
    ['/api/sessions?scope=everyone', 400],
  ])('gets an error for %s, and keeps every session', async (path, status) => {
    const phone = await signIn(app, 'alice');
    const laptop = await signIn(app, 'alice');
    expect((await end(path, laptop.headers)).status).toBe(status);
    expect([await statusOf(phone.headers), await statusOf(laptop.headers)]).toEqual([200, 200]);
  });
});
