import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deletionOf } from '../testing/admin-operations.ts';
import { ADMIN_TOKEN, AdminServer } from '../testing/admin-server.ts';
import { problem } from '../testing/carry-call.ts';
import { imageOf, nameOfImage } from '../testing/sample-image.ts';
import { silenceConnections } from '../testing/endless-transactions.ts';
import type { AdminData, AdminEvent } from '../api/admin-api.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';
import { AdminEngine } from './admin-engine.ts';
import { openAdminData } from './store/open-admin-data.ts';

// Without a default factory, Dexie observes no queries, not even those of databases with a factory of their own.
Dexie.dependencies.indexedDB = new IDBFactory();

const SHOP = 'http://shop.example';
const IMAGE = imageOf('webp');

interface Tab {
  readonly engine: AdminEngine;
  readonly events: AdminEvent[];
}

let server: AdminServer;
let data: AdminData;
let name = '';
let database: { name: string; indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
let monotonicNow: () => number;
/** Answers a call in place of the server, or delays it. */
let answer: ((path: string, init: RequestInit) => Response | undefined | Promise<undefined>) | undefined;
let leadsEnded: number;
const tabs: Tab[] = [];

beforeEach(() => {
  name = crypto.randomUUID();
  database = { name, indexedDB: new IDBFactory(), IDBKeyRange };
  server = new AdminServer();
  answer = undefined;
  leadsEnded = 0;
  monotonicNow = () => performance.now();
  data = openAdminData(database);
});
afterEach(() => {
  for (const { engine } of tabs.splice(0)) engine.close();
  data.close();
});

/** A socket that never opens: the engine's own work must not need it. */
const noSocket = (): WebSocket => Object.assign(new EventTarget(), { close: () => undefined }) as WebSocket;

function openTab(token: string | null = ADMIN_TOKEN): Tab {
  const events: AdminEvent[] = [];
  const engine = new AdminEngine({
    database,
    channel: openTabChannel(name),
    locks: {
      request: ((lock: string, ...rest: unknown[]) => {
        const held = Reflect.apply(navigator.locks.request, navigator.locks, [`${name}-${lock}`, ...rest]);
        held.then(
          () => (leadsEnded += Number(lock === 'hexlime-admin')),
          () => undefined,
        );
        return held;
      }) as LockManager['request'],
    },
    origin: SHOP,
    fetch: async (input, init = {}) => {
      const { pathname } = new URL(String(input));
      return (await answer?.(pathname, init)) ?? server.fetch(input, init);
    },
    sendForm: (request) => server.sendForm(request),
    connect: noSocket,
    now: () => 1,
    monotonicNow: () => monotonicNow(),
    random: Math.random,
  });
  const tab = { engine, events };
  tabs.push(tab);
  void engine.subscribe((event) => events.push(event));
  void engine.setToken(token);
  return tab;
}

describe('[ADM7] calls of the page', () => {
  it('are made once more if the server was restored, after the device has learned of it', async () => {
    await server.shop.ready();
    const { engine } = openTab();
    const backup = await server.shop.backUp();
    await server.addProduct(1);
    await engine.getOwnAccess();
    await server.shop.restore(backup);
    const { epoch } = server;
    expect(await engine.calls.noteOrderExport({ body: { count: 1 } })).toMatchObject({ ok: true });
    expect(server.epoch).not.toBe(epoch);
  });

  it('carry the token, or that of an unfinished login; calls that anyone may make need none', async () => {
    const { engine, events } = openTab();
    const seen: (string | null)[][] = [];
    answer = (path, { method, headers }) => {
      if (method === 'GET' && !path.startsWith('/api/products/')) return undefined;
      const given = new Headers(headers);
      seen.push([path, given.get('authorization'), given.get('idempotency-key')]);
      return Response.json({});
    };
    const body = { rows: [{ id: 1 }], dryRun: true };
    await engine.calls.getProduct({ params: { id: 1 }, query: { shop: 'pc' } });
    await engine.calls.loginWithRecoveryCode({ body: { code: 'a' } }, { token: 'pending' });
    await engine.calls.startRegistration({ body: {} });
    await engine.calls.startRegistration({ body: {} }, { token: 'pending' });
    await engine.calls.importProducts({ query: { shop: 'pc' }, body }, { idempotencyKey: 'once' });
    expect(seen).toEqual([
      ['/api/products/1', null, null],
      ['/api/login/recovery', 'Bearer pending', null],
      ['/api/administrators/registration/options', `Bearer ${ADMIN_TOKEN}`, null],
      ['/api/administrators/registration/options', 'Bearer pending', null],
      ['/api/import-products', `Bearer ${ADMIN_TOKEN}`, 'once'],
    ]);
    await engine.setToken(null);
    expect(await engine.calls.startRegistration({ body: {} })).toMatchObject({ code: 'unauthorized' });
    expect([seen.length, events]).toEqual([5, []]);
  });

  it('report the end of the token once, in every tab', async () => {
    const [first, second] = [openTab(null), openTab()];
    server.token = null;
    for (let call = 0; call < 3; call++)
      expect(await second.engine.calls.deleteEditorImage({ body: { src: '/images/editor/a.webp' } })).toMatchObject({
        code: 'unauthorized',
      });
    await expect
      .poll(() => [first.events, second.events])
      .toEqual([[{ type: 'token-ended' }], [{ type: 'token-ended' }]]);
  });

  it('fetch a linked image, or return the reason why there is none', async () => {
    const { engine } = openTab();
    const asked: unknown[] = [];
    answer = (path, { method, body }) => {
      if (path !== '/api/image-from-link') return undefined;
      asked.push([method, body]);
      if (asked.length === 1) return new Response(IMAGE);
      return problem('link-refused');
    };
    const found = await engine.fetchLinkedImage('https://a.example/a.png');
    expect(found.ok && (await nameOfImage(found.value))).toBe('webp');
    expect(asked).toEqual([['POST', '{"url":"https://a.example/a.png"}']]);
    expect(await engine.fetchLinkedImage('http://127.0.0.1')).toMatchObject({ code: 'link-refused' });
    answer = () => {
      throw new TypeError('offline');
    };
    expect(await engine.fetchLinkedImage('https://a.example')).toEqual({ ok: false, problem: 'unreachable' });
  });

  it('upload a local image of a description and report progress', async () => {
    const { engine, events } = openTab();
    const id = await data.saveImage(IMAGE, 'editor');
    expect(await engine.uploadEditorImage('pc', 3, id)).toEqual({ ok: true, value: `/images/editor/${id}.webp` });
    expect(server.editorImages).toEqual(['webp']);
    expect(events).toEqual([{ type: 'progress', imageId: id, sentBytes: 1, totalBytes: 2 }]);
    expect(await engine.uploadEditorImage('pc', 3, 'unknown')).toEqual({ ok: false, problem: 'device-error' });
  });
});

describe('[ADM9] the revocation of an administrator', () => {
  const revoke = (path: string): Response | undefined => {
    if (path === '/api/verify-token') return Response.json({ valid: false });
    return problem('access-revoked');
  };
  const readOutbox = async () => (await data.outbox()).map(({ state, rejection }) => [state, rejection?.code]);
  const REJECTED = ['rejected', 'access-revoked'];

  it('rejects every waiting operation with the first answer, and keeps them', async () => {
    answer = revoke;
    for (const id of [1, 2]) await data.enqueue(deletionOf(id));
    const { events } = openTab();
    await expect.poll(readOutbox).toEqual([REJECTED, REJECTED]);
    await expect.poll(() => events.at(-1)).toEqual({ type: 'access-revoked' });
    expect(events.filter(({ type }) => type === 'decided')).toHaveLength(2);
  });

  it('is noticed when a stored token is verified, and a later login sends no rejected operation', async () => {
    const { engine } = openTab(null);
    await data.enqueue(deletionOf(1));
    await server.addProduct(1);
    answer = revoke;
    expect(await engine.verify('adm_old')).toEqual({ ok: true, value: 'revoked' });
    expect(await readOutbox()).toEqual([REJECTED]);
    answer = undefined;
    await engine.setToken(ADMIN_TOKEN);
    await data.enqueue(deletionOf(2));
    await expect.poll(readOutbox).toEqual([REJECTED]);
    expect(server.products.has(1)).toBe(true);
  });

  it('is not concluded from a token that the server does not know', async () => {
    const { engine } = openTab(null);
    await data.enqueue(deletionOf(1));
    answer = (path) => (path === '/api/verify-token' ? Response.json({ valid: false }) : undefined);
    expect(await engine.verify('adm_unknown')).toEqual({ ok: true, value: 'unknown' });
    expect(await readOutbox()).toEqual([['waiting', undefined]]);
  });
});

describe('[ADM5] a pending operation', () => {
  it('is sent by one living tab, and every tab is notified', async () => {
    const [first, second] = [openTab(), openTab()];
    for (let id = 1; id <= 3; id++) await server.addProduct(id);
    // An operation that is applied before the device knows the server's epoch would be sent once more.
    await expect.poll(async () => (await data.state()).lastSyncedAtMs).not.toBeNull();
    await data.enqueue(deletionOf(1));
    await expect.poll(() => data.outbox()).toEqual([]);
    const decided = ({ events }: Tab) => events.filter(({ type }) => type === 'decided').length;
    await expect.poll(() => [decided(first), decided(second)]).toEqual([1, 1]);
    const calls = server.calls.filter((call) => call.startsWith('DELETE'));
    expect(calls).toHaveLength(1);
    first.engine.close();
    await data.enqueue(deletionOf(2));
    await expect.poll(() => data.outbox()).toEqual([]);
    expect(server.products.has(2)).toBe(false);
  });

  it('is retried at once when any tab asks for it', async () => {
    // The clock stands still: no retry becomes due.
    monotonicNow = () => 0;
    server.nextFault = (call) => (call.startsWith('DELETE') ? 'busy' : 'none');
    await server.addProduct(1);
    const first = openTab();
    await data.enqueue(deletionOf(1));
    await expect.poll(() => server.calls.some((call) => call.startsWith('DELETE'))).toBe(true);
    const second = openTab();
    server.nextFault = () => 'none';
    const syncAndLook = async () => {
      await second.engine.sync();
      return data.outbox();
    };
    await expect.poll(syncAndLook).toEqual([]);
    await expect.poll(async () => (await data.state()).problem).toBeNull();
    expect(first.events.at(-1)).toMatchObject({ type: 'decided', outcome: 'applied' });
  });
});

it('[ADM3] the page receives the text of a failure that the server answers, and the operation waits', async () => {
  await server.addProduct(1);
  const replies = [
    Response.json({ error: 'The disk is full' }, { status: 500 }),
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ];
  answer = (path) => (path.startsWith('/api/delete-product') ? replies.shift() : undefined);
  const { engine, events } = openTab();
  const op = await data.enqueue(deletionOf(1));
  await expect.poll(() => events.filter(({ type }) => type === 'deferred')).toHaveLength(1);
  expect(events).toContainEqual({ type: 'deferred', op, detail: 'The disk is full', isUpload: false });
  // A gateway's error page is no answer of the server: no event follows.
  await engine.sync();
  await expect.poll(() => replies).toEqual([]);
  await engine.sync();
  await expect.poll(() => server.products.has(1)).toBe(false);
  expect(events.filter(({ type }) => type === 'deferred')).toHaveLength(1);
});

it('[ADM7] a logout deletes buyers’ orders from the device and keeps pending work', async () => {
  await server.shop.putOrder('a');
  const { engine } = openTab();
  await expect.poll(() => data.orders()).toHaveLength(1);
  server.nextFault = (call) => (call.startsWith('POST') ? 'busy' : 'none');
  const fields = { title: 'A' };
  const draft = { fields, id: '', isOwnId: false, images: [], links: '', base: null };
  await data.saveDraft('pc/add', draft);
  await engine.logout(ADMIN_TOKEN);
  expect(await data.orders()).toEqual([]);
  expect(await data.draft('pc/add')).toEqual(draft);
  expect(server.calls.at(-1)).toBe('DELETE /api/login');
});

it.each([1, 2, 3])('[ADM7] a logout in one of %d tabs revokes the token with one call', async (count) => {
  const opened = Array.from({ length: count }, () => openTab());
  await expect.poll(() => server.calls.some((call) => call.startsWith('GET'))).toBe(true);
  const reply = Promise.withResolvers<undefined>();
  const revocations: string[] = [];
  answer = (path, { method }) => {
    if (method !== 'DELETE' || path !== '/api/login') return undefined;
    revocations.push(path);
    return reply.promise;
  };
  const leaving = opened.at(-1)?.engine.logout(ADMIN_TOKEN);
  await expect.poll(() => revocations).toHaveLength(1);
  // The token is cleared for all tabs, and the leader looks for tokens to revoke before the server has answered.
  for (const { engine } of opened) await engine.setToken(null);
  await opened[0]?.engine.sync();
  for (let turn = 0; turn < 5; turn++) await data.orders();
  reply.resolve(undefined);
  await leaving;
  await opened[0]?.engine.sync();
  await data.orders();
  expect(revocations).toHaveLength(1);
});

it('[LEAD6] a leader whose storage does not answer lets another tab lead', async () => {
  await data.enqueue(deletionOf(1));
  const { engine, events } = openTab();
  await expect.poll(() => events).toMatchObject([{ type: 'decided' }]);
  const { setTimeout: setRealTimeout } = globalThis;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const restore = silenceConnections(database.indexedDB, { alsoNew: true });
  await engine.sync();
  // The server's answer, which storage then fails to store, arrives in real time.
  const isLeading = (): boolean => leadsEnded === 0;
  for (let second = 0; isLeading() && second < 1_000; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setRealTimeout(resolve, 5));
  }
  expect(leadsEnded).toBe(1);
  restore();
  vi.useRealTimers();
});
