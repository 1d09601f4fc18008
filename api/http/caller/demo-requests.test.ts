import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { json, send } from '../../testing/clients/send.ts';

let app: TestApp;

const PRIVATE = '192.168.7.7';
const STRANGER = '203.0.113.9';
const CREDENTIAL = JSON.stringify({ sub: 'demo-ada', name: 'Ada', email: 'ada@demo.invalid' });

/** Starts an app for the tests of a block. */
const useApp = (env: Readonly<Record<string, string>>): void => {
  beforeAll(async () => {
    app = await startTestApp({ env });
  });
  afterAll(() => app.stop());
};

/** The statuses of the demo's calls: its users, a credential, the payment simulator and the preview of e-mails. */
const askAll = async (headers: Readonly<Record<string, string>>, url = app.url): Promise<readonly number[]> => [
  (await send(url, '/dev/users', { headers })).status,
  (
    await send(url, '/dev/credentials', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: CREDENTIAL,
    })
  ).status,
  (await send(url, '/dev/pay/none', { headers })).status,
  (await send(url, '/dev/mail', { headers })).status,
];
const ANSWERED = [200, 200, 404, 200];
const REJECTED = [403, 403, 403, 403];

describe('[DEMO2] a demo on this machine', () => {
  useApp({ DEMO: '' });

  it.each([
    ['localhost', {}, ANSWERED],
    ['localhost:3000', {}, ANSWERED],
    ['LOCALHOST:3000', {}, ANSWERED],
    ['shop.localhost', {}, ANSWERED],
    ['127.0.0.1:3000', {}, ANSWERED],
    ['[::1]:3000', {}, ANSWERED],
    [`${PRIVATE}:3000`, {}, ANSWERED],
    ['shop.example', {}, REJECTED],
    ['localhost.shop.example', {}, REJECTED],
    ['127.0.0.1.nip.example:3000', {}, REJECTED],
    ['203.0.113.1:3000', {}, REJECTED],
    ['intranet', {}, REJECTED],
    ['localhost', { 'x-forwarded-for': STRANGER }, REJECTED],
    ['localhost', { 'x-forwarded-proto': 'https' }, REJECTED],
    ['localhost', { forwarded: `for=${STRANGER}` }, REJECTED],
    ['localhost', { 'x-real-ip': STRANGER }, REJECTED],
    ['localhost', { via: '1.1 proxy' }, REJECTED],
  ])('answers a request with the host %j and the headers %j: statuses %j', async (host, headers, statuses) => {
    expect(await askAll({ host, ...headers })).toEqual(statuses);
  });

  it('says in its rejection where the demo answers', async () => {
    const reply = await send(app.url, '/dev/users', { headers: { host: 'shop.example' } });
    expect(json(reply)).toMatchObject({ code: 'origin-refused', error: expect.stringContaining('this machine') });
  });
});

describe('[DEMO2] a demo that the settings enable behind a proxy', () => {
  useApp({ DEMO: '1', PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: '1' });

  it.each([
    [PRIVATE, 'shop.example', ANSWERED],
    ['127.0.0.1', 'shop.example', ANSWERED],
    ['fd00::7', 'shop.example', ANSWERED],
    [STRANGER, 'shop.example', REJECTED],
    [`${STRANGER}:4711`, 'shop.example', REJECTED],
    ['2001:db8::1', 'shop.example', REJECTED],
    [`${PRIVATE}, ${STRANGER}`, 'shop.example', REJECTED],
    [PRIVATE, 'evil.example', REJECTED],
  ])('answers a visitor at %s who asks for %s: statuses %j', async (address, host, statuses) => {
    expect(await askAll({ host, 'x-forwarded-for': address })).toEqual(statuses);
  });
});

describe('[DEMO2] a demo that the settings enable on all interfaces', () => {
  useApp({ DEMO: '1', HOST: '0.0.0.0' });

  it('answers peers in a private network only', async () => {
    const peers = Object.values(networkInterfaces()).flatMap((all) => all?.filter(({ family }) => family === 'IPv4'));
    for (const peer of peers) {
      const address = peer?.address ?? '';
      const isPrivate = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address);
      const statuses = await askAll({ host: 'localhost' }, app.url.replace('127.0.0.1', address));
      expect([address, statuses]).toEqual([address, isPrivate ? ANSWERED : REJECTED]);
    }
  });
});

describe('[DEMO1] a server with a public address on a loopback port', () => {
  useApp({ DEMO: '', PUBLIC_URL: 'https://shop.example' });

  it('has no demo at all', async () => {
    expect(await askAll({ host: 'shop.example' })).toEqual([404, 404, 404, 404]);
    expect(json(await send(app.url, '/api/session/sign-in'))).toMatchObject({ provider: 'none' });
  });
});
