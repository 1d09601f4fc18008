import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { isPushEndpoint } from './push-endpoint.ts';
import { sendPush } from './push-request.ts';
import { openVapidKeys } from './vapid-keys.ts';
import type { PushMessages } from './push-messages.ts';
import { json, send } from '../testing/clients/send.ts';
import { createPushBrowser } from '../testing/clients/push-browser.ts';
import { createTestCredential, signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const MESSAGE = { title: 'Paid', body: 'Your order is paid: Телефон 🔥', tag: 'order-1', path: '/account' };

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery staple';

let clockMs = Date.now();
let app: TestApp;
let push: Pick<PushMessages, 'notifyUser'>;
let alice: SignedIn;
let bob: SignedIn;
let service: Server;
let serviceUrl: string;
let status = 201;
let deliveries: Delivery[] = [];

const createBrowser = (path: string) => createPushBrowser(`${serviceUrl}${path}`);

const call = (method: string, body: unknown, user: SignedIn | undefined = alice) =>
  send(app.url, '/api/push/subscriptions', {
    method,
    headers: { 'content-type': 'application/json', ...user?.headers },
    body: JSON.stringify(body),
  });
const endpoints = async () => {
  const rows = await app.context.database.reader.selectFrom('push_subscription').select(['endpoint', 'sub']).execute();
  return rows.map(({ endpoint, sub }) => [endpoint.replace(serviceUrl, ''), sub]);
};

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await startTestApp({
    env: { ADMIN_PASSWORD: PASSWORD },
    push: { allowsLoopback: true },
    now: () => clockMs,
  });
  ({ push } = app.server);
  alice = await signIn(app, 'alice');
  bob = await signIn(app, 'bob');
});
afterAll(async () => {
  await app.stop();
  service.close();
});
beforeEach(async () => {
  status = 201;
  deliveries = [];
  await app.context.database.writer.deleteFrom('push_subscription').execute();
});

describe('a message', () => {
  it('reaches every device of its user, encrypted for that device', async () => {
    const [phone, laptop, other] = [createBrowser('/phone'), createBrowser('/laptop'), createBrowser('/other')];
    for (const device of [phone, laptop]) expect((await call('POST', device.subscription)).status).toBe(204);
    await call('POST', other.subscription, bob);
    push.notifyUser(alice.sub, () => MESSAGE);
    await vi.waitFor(() => expect(deliveries).toHaveLength(2));
    const to = (path: string) => deliveries.find((delivery) => delivery.path === path)?.body ?? Buffer.alloc(0);
    expect(phone.decrypt(to('/phone'))).toEqual(MESSAGE);
    expect(laptop.decrypt(to('/laptop'))).toEqual(MESSAGE);
    expect(() => other.decrypt(to('/phone'))).toThrow();
    expect(to('/phone').includes('order')).toBe(false);
  });

  it('is signed with the key under which browsers subscribed, and only for its push service', async () => {
    await call('POST', createBrowser('/phone').subscription);
    push.notifyUser(alice.sub, () => MESSAGE);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1));
    const { headers } = deliveries[0] as Delivery;
    expect(headers).toMatchObject({
      ttl: '86400',
      'content-encoding': 'aes128gcm',
      topic: expect.any(String) as string,
    });
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(json(await send(app.url, '/api/push/key'))).toEqual({ key });
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      audience: serviceUrl,
    });
    expect(payload.sub).toMatch(/^(mailto:|https:)/);
  });

  it.each([404, 410])('answered with %i deletes the subscription', async (answer) => {
    status = answer;
    await call('POST', createBrowser('/phone').subscription);
    push.notifyUser(alice.sub, () => MESSAGE);
    await vi.waitFor(async () => expect(await endpoints()).toEqual([]));
  });

  it.each([302, 429, 500])('answered with %i keeps the subscription and follows no redirect', async (answer) => {
    status = answer;
    await call('POST', createBrowser('/phone').subscription);
    push.notifyUser(alice.sub, () => MESSAGE);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1));
    expect(await endpoints()).toEqual([['/phone', alice.sub]]);
  });
});

describe('a subscription', () => {
  it('is stored once, belongs to its last subscriber and can be deleted by its owner only', async () => {
    const { subscription } = createBrowser('/phone');
    for (let turn = 0; turn < 2; turn++) await call('POST', subscription);
    expect(await endpoints()).toEqual([['/phone', alice.sub]]);
    expect((await call('DELETE', { endpoint: subscription.endpoint }, bob)).status).toBe(204);
    expect(await endpoints()).toEqual([['/phone', alice.sub]]);
    await call('POST', subscription, bob);
    expect(await endpoints()).toEqual([['/phone', bob.sub]]);
    for (let turn = 0; turn < 2; turn++) {
      expect((await call('DELETE', { endpoint: subscription.endpoint }, bob)).status).toBe(204);
    }
    expect(await endpoints()).toEqual([]);
  });

  it('of an eleventh device replaces the oldest', async () => {
    for (let number = 1; number <= 11; number++) {
      clockMs += 1;
      await call('POST', createBrowser(`/${number}`).subscription);
    }
    const paths = (await endpoints()).map(([path]) => path);
    expect(paths).toHaveLength(10);
    expect(paths).toContain('/11');
  });

  const wrongEndpoints = [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.5/x',
    'https://push.example.com:8443/x',
    'https://user:password@push.example.com/x',
    'https://localhost/x',
    'https://push.evil.example/x',
    'http://10.0.0.5/x',
    'ftp://push.example.com/x',
    'javascript:alert(1)',
    'x',
    '',
  ];
  it.each(wrongEndpoints)('is rejected for %s', async (endpoint) => {
    const { keys } = createBrowser('/').subscription;
    expect(json(await call('POST', { endpoint, keys }))).toMatchObject({ status: 400, code: 'bad-request' });
    expect(await endpoints()).toEqual([]);
  });

  it('is rejected with invalid keys or without a session', async () => {
    const { endpoint, keys } = createBrowser('/phone').subscription;
    const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
    for (const wrong of [{ p256dh: offCurve }, { p256dh: 'AAAA' }, { auth: 'AAAA' }, { auth: '!' }, { p256dh: '' }]) {
      expect((await call('POST', { endpoint, keys: { ...keys, ...wrong } })).status).toBe(400);
    }
    expect((await call('POST', { endpoint, keys }, { ...alice, headers: { cookie: '' } })).status).toBe(401);
    expect(await endpoints()).toEqual([]);
  });

  it('[PUSH2] over plain http is rejected, also by a demo', async () => {
    const demo = await startTestApp();
    const { headers } = await signIn(demo, 'alice');
    const { keys } = createBrowser('/').subscription;
    const reply = await send(demo.url, '/api/push/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ endpoint: `${serviceUrl}/phone`, keys }),
    });
    expect([demo.context.config.isDemo, reply.status]).toEqual([true, 400]);
    await demo.stop();
  });

  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
    ['https://web.push.apple.com/x', true],
    ['https://eu.push.unifiedpush.example/x', true],
    ['https://evilpush.apple.com/x', false],
    ['https://push.apple.com.evil.example/x', false],
    ['https://push.evil.example/x', false],
    ['https://8.8.8.8/x', false],
  ])('[PUSH2] to %s is accepted: %s', (endpoint, isAccepted) => {
    const rules = { addedServices: ['push.unifiedpush.example'], allowsLoopback: false };
    expect(isPushEndpoint(endpoint, rules)).toBe(isAccepted);
  });

  it('whose host name resolves to a private address is never connected to', async () => {
    const { port } = service.address() as AddressInfo;
    const request = { endpoint: `https://localhost:${port}/x`, headers: {}, body: null };
    await expect(sendPush(request, AbortSignal.timeout(5_000))).rejects.toThrow('has no public address');
  });
});

describe('[PUSH1] a subscription ends with its session', () => {
  const endSession = (path: string, user: SignedIn) => send(app.url, path, { method: 'DELETE', headers: user.headers });
  const idOf = async (user: SignedIn): Promise<string> => {
    const { sessions } = json(await send(app.url, '/api/sessions', { headers: user.headers }));
    return (sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent)?.id ?? '';
  };

  /** Subscribes a phone and a laptop of a user, calls `end`, which ends sessions, and returns the devices that then get a message. */
  const listReached = async (name: string, end: (phone: SignedIn, laptop: SignedIn) => Promise<unknown>) => {
    const phone = await signIn(app, name);
    const laptop = await signIn(app, name);
    await call('POST', createBrowser('/phone').subscription, phone);
    await call('POST', createBrowser('/laptop').subscription, laptop);
    await end(phone, laptop);
    deliveries = [];
    push.notifyUser(phone.sub, () => MESSAGE);
    // The message of another user shows that all earlier ones were sent.
    await call('POST', createBrowser('/end').subscription, await signIn(app, 'end'));
    push.notifyUser('demo-end', () => MESSAGE);
    await vi.waitFor(() => expect(deliveries.map(({ path }) => path)).toContain('/end'));
    return deliveries.map(({ path }) => path).filter((path) => path !== '/end');
  };

  it.each<[string, (phone: SignedIn, laptop: SignedIn) => Promise<unknown>, string[]]>([
    ['sign-out', (phone) => endSession('/api/session', phone), ['/laptop']],
    ['log out everywhere', (_phone, laptop) => endSession('/api/session?everywhere=1', laptop), []],
    [
      'revocation by another device',
      async (phone, laptop) => endSession(`/api/sessions/${await idOf(phone)}`, laptop),
      ['/laptop'],
    ],
    ['revocation of all others', (_phone, laptop) => endSession('/api/sessions', laptop), ['/laptop']],
    ['revocation of all', (phone) => endSession('/api/sessions?scope=all', phone), []],
    [
      'another sign-in of the browser',
      async (phone) => {
        const credential = await createTestCredential(app, 'bob');
        const headers = { 'content-type': 'application/json', ...phone.headers };
        await send(app.url, '/api/session', { method: 'POST', headers, body: JSON.stringify({ credential }) });
      },
      ['/laptop'],
    ],
  ])('that is ended by %s', async (name, end, reached) => {
    expect(await listReached(`user-${name.replaceAll(' ', '-')}`, end)).toEqual(reached);
  });

  it('that has expired because it was not used', async () => {
    const reached = await listReached('sleeper', async (_phone, laptop) => {
      for (let turn = 0; turn < 2; turn++) {
        clockMs += 16 * DAY_MS;
        await send(app.url, '/api/session', { headers: laptop.headers });
      }
    });
    expect(reached).toEqual(['/laptop']);
  });
});

describe('a new sign-in', () => {
  const AGENT = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    send(app.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...AGENT, ...headers },
      body: JSON.stringify(body),
    });

  it('[SESSION2] is reported to the user’s other devices, and only to them', async () => {
    const phone = createBrowser('/phone');
    await call('POST', phone.subscription, await signIn(app, 'carol'));
    await call('POST', createBrowser('/bob').subscription, bob);
    await post('/api/session', { credential: await createTestCredential(app, 'carol') });
    await vi.waitFor(() => expect(deliveries).toHaveLength(1));
    expect(deliveries[0]?.path).toBe('/phone');
    expect(phone.decrypt(deliveries[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'New sign-in',
      body: 'Firefox on Linux signed in to your account. If this was not you, log that device out.',
      path: '/account',
    });
  });

  it('[PUSH3] is reported in the language of each device', async () => {
    const [phone, laptop] = [createBrowser('/phone'), createBrowser('/laptop')];
    const carol = await signIn(app, 'carol');
    const { cookie } = carol.headers;
    await call('POST', phone.subscription, {
      ...carol,
      headers: { ...carol.headers, cookie: `${cookie}; language=ru` },
    });
    await call('POST', laptop.subscription, carol);
    await post('/api/session', { credential: await createTestCredential(app, 'carol') });
    await vi.waitFor(() => expect(deliveries).toHaveLength(2));
    const titleOn = (device: typeof phone, path: string) =>
      device.decrypt(deliveries.find((delivery) => delivery.path === path)?.body ?? Buffer.alloc(0));
    expect(titleOn(phone, '/phone')).toMatchObject({
      title: 'Новый вход',
      body: 'В ваш аккаунт вошли с устройства: Firefox, Linux. Если это были не вы, завершите его сеанс.',
    });
    expect(titleOn(laptop, '/laptop')).toMatchObject({ title: 'New sign-in' });
  });

  it('[SESSION2] of an administrator is reported to the listed administrators', async () => {
    const ada = createBrowser('/ada');
    await call('POST', ada.subscription, await signIn(app, 'ada'));
    await call('POST', createBrowser('/bob').subscription, bob);
    expect((await post('/api/login', { password: PASSWORD })).status).toBe(200);
    await vi.waitFor(() => expect(deliveries).toHaveLength(1));
    expect(deliveries[0]?.path).toBe('/ada');
    expect(ada.decrypt(deliveries[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Administrator logged in',
      body: 'An administrator: Firefox on Linux. If you do not expect this, end the session.',
    });
  });
});

it('all nodes of a database use its keys; keys in the settings take precedence', async () => {
  const { publicKey: sharedKey } = await openVapidKeys(app.context.database);
  expect(json(await send(app.url, '/api/push/key'))).toEqual({ key: sharedKey });
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const shop = await startTestApp({ env: { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } });
  expect(json(await send(shop.url, '/api/push/key'))).toEqual({ key: publicKey });
  await shop.stop();
});
