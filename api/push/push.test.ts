import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { isPushEndpoint } from './push-endpoint.ts';
import { sendPush } from './push-request.ts';
import { createPush } from './push.ts';
import type { Push } from './push.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

const MESSAGE = { title: 'Paid', body: 'Your order is paid: Телефон 🔥', tag: 'order-1', path: '/account' };

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let app: TestApp;
let push: Push;
let alice: SignedIn;
let bob: SignedIn;
let service: Server;
let serviceUrl: string;
let status = 201;
let deliveries: Delivery[] = [];

/** A browser's side of a subscription. */
function createBrowser(path: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${serviceUrl}${path}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** RFC 8291 and RFC 8188. */
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const shared = ecdh.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
      const record = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

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
  app = await startTestApp();
  push = await createPush(app.context);
  alice = await signIn(app, 'alice');
  bob = await signIn(app, 'bob');
});
afterAll(async () => {
  push.close();
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
    push.notifyUser(alice.sub, MESSAGE);
    await vi.waitFor(() => expect(deliveries).toHaveLength(2));
    const to = (path: string) => deliveries.find((delivery) => delivery.path === path)?.body ?? Buffer.alloc(0);
    expect(phone.decrypt(to('/phone'))).toEqual(MESSAGE);
    expect(laptop.decrypt(to('/laptop'))).toEqual(MESSAGE);
    expect(() => other.decrypt(to('/phone'))).toThrow();
    expect(to('/phone').includes('order')).toBe(false);
  });

  it('is signed by the key that browsers subscribed under, for this push service', async () => {
    await call('POST', createBrowser('/phone').subscription);
    push.notifyUser(alice.sub, MESSAGE);
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
    push.notifyUser(alice.sub, MESSAGE);
    await vi.waitFor(async () => expect(await endpoints()).toEqual([]));
  });

  it.each([302, 429, 500])('answered with %i keeps the subscription and follows no redirect', async (answer) => {
    status = answer;
    await call('POST', createBrowser('/phone').subscription);
    push.notifyUser(alice.sub, MESSAGE);
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
    for (let number = 1; number <= 11; number++) await call('POST', createBrowser(`/${number}`).subscription);
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

  it('over plain http is accepted by a demo only', () => {
    expect(isPushEndpoint('http://127.0.0.1:9/x', false)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1:9/x', true)).toBe(true);
  });

  it('under a name that resolves to a private address is not connected to', async () => {
    const { port } = service.address() as AddressInfo;
    const request = { endpoint: `https://localhost:${port}/x`, headers: {}, body: null };
    await expect(sendPush(request, AbortSignal.timeout(5_000))).rejects.toThrow('has no public address');
  });
});

it('keys in the settings take precedence over those of the database', async () => {
  const other = await createPush(app.context);
  const key = () => send(app.url, '/api/push/key').then((reply) => json(reply)['key']);
  expect(await key()).toBe(await key());
  other.close();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const shop = await startTestApp({ env: { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } });
  expect(json(await send(shop.url, '/api/push/key'))).toEqual({ key: publicKey });
  await shop.stop();
});
