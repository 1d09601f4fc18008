import { afterAll, beforeAll, expect, it } from 'vitest';
import { PUSH_PATH } from '#contract/service-worker/background-sync.ts';
import { createBuyer, purchaseOf, startOrderApp } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { createTestCredential } from '../testing/clients/sign-in.ts';
import { createSubscription } from '../testing/hostile/every-call.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';

const PASSWORD = 'correct horse battery staple';
const SUB = 'demo-zinnia';
/** What shoppers and administrators send and no log line may hold. Tokens are added at the end of the test. */
const GIVEN = {
  password: PASSWORD,
  wrongPassword: 'wrong-password-of-zinnia',
  email: 'zinnia.quill@example.com',
  accountEmail: 'zinnia@demo.invalid',
  name: 'Zinnia Quill',
  street: 'Quillstreet 7',
  city: 'Quillington',
  phone: '+1 555 0177',
  postalCode: 'QL-77123',
  message: 'my secret birthday present',
  forged: 'forged-credential-value',
  bearer: 'A'.repeat(43),
  endpoint: 'push-endpoint-of-zinnia',
  address: '203.0.113.77',
  address6: '2001:db8:7:1234::9',
  sub: SUB,
};

const recorder = createLogRecorder();
let app: TestApp;
beforeAll(async () => {
  app = await startOrderApp(10, {
    env: { LOG_LEVEL: 'trace', ADMIN_PASSWORD: PASSWORD, TRUSTED_PROXIES: '1' },
    logTo: recorder.logTo,
  });
});
afterAll(() => app.stop());

it('[EVENT3] no line of the log holds a secret or personal data, whatever is called', async () => {
  const from = { 'x-forwarded-for': GIVEN.address };
  const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(app.url, path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...from, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const credential = await createTestCredential(app, 'zinnia');
  const signedIn = await call('POST', '/api/session', { credential });
  const cookie = (signedIn.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? '';
  const headers = { cookie };
  await call('POST', '/api/session', { credential });
  await call('POST', '/api/session', { credential: GIVEN.forged });
  await call('POST', '/api/login', { password: GIVEN.wrongPassword }, { 'x-forwarded-for': GIVEN.address6 });
  const loggedIn = await call('POST', '/api/login', { password: PASSWORD });
  const token = String(json(loggedIn)['token']);
  const device = (loggedIn.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? '';
  const admin = { authorization: `Bearer ${token}`, cookie: device };

  const personal = {
    email: GIVEN.email,
    contact_name: GIVEN.name,
    address: GIVEN.street,
    city: GIVEN.city,
    phone: GIVEN.phone,
    postal_code: GIVEN.postalCode,
  };
  const buyer = createBuyer(app.url, SUB, { ...headers, ...from });
  const order = json(await buyer.buy({ ...purchaseOf(SUB), ...personal }))['order'] as { id: string };
  // Rejected inputs with the same data: unknown members, wrong types, broken JSON, another user's id.
  await buyer.buy({ ...purchaseOf(SUB), ...personal, nickname: GIVEN.name });
  await buyer.buy({ ...purchaseOf(SUB), ...personal, quantity: GIVEN.phone });
  await buyer.buy({ ...purchaseOf('demo-bob'), ...personal });
  await call('POST', '/api/create-purchase', `{"email":"${GIVEN.email}",`, headers);
  await call('GET', `/api/my-purchases/${GIVEN.email}`, undefined, headers);
  await call('GET', `/api/${GIVEN.accountEmail}?phone=${encodeURIComponent(GIVEN.phone)}`);
  await call('GET', '/api/session', undefined, { authorization: `Bearer ${GIVEN.bearer}` });
  await call('GET', '/api/next-id', undefined, headers);
  await call('DELETE', '/api/session', undefined, { ...headers, origin: 'https://evil.example' });

  await call('POST', '/api/chats', { productId: 1, buyerGoogleId: SUB }, headers);
  const operation = {
    id: 'operation-1',
    number: 1,
    name: 'sendMessage',
    args: { chat_id: `1-${SUB}`, message_id: 'm', content: GIVEN.message, images: [] },
  };
  await call('POST', PUSH_PATH, { client: 'device-1', user: SUB, ops: [operation] }, headers);
  await call('POST', '/api/push/subscriptions', createSubscription(`https://push.example/${GIVEN.endpoint}`), headers);
  await call('POST', '/api/push/subscriptions', createSubscription(`https://evil.example/${GIVEN.endpoint}`), headers);

  await call('GET', '/api/admin-purchases', undefined, admin);
  await call('PATCH', `/api/admin-purchases/${order.id}/shipped`, { shipped: GIVEN.name }, admin);
  await call('POST', '/api/admin-audit/export', {}, admin);
  await call('GET', '/api/sessions', undefined, headers);
  await call('DELETE', '/api/login', undefined, admin);
  await call('DELETE', '/api/sessions?scope=all', undefined, headers);

  const names = new Set(recorder.events().map(({ security }) => security));
  for (const name of ['signed-in', 'admin-login-failed', 'call-forbidden', 'personal-data-read', 'sessions-revoked']) {
    expect(names).toContain(name);
  }
  const cookieValues = { session: cookie.split('=')[1], device: device.split('=')[1], token, credential };
  const log = recorder.text();
  const found = Object.entries({ ...GIVEN, ...cookieValues }).filter(([, value]) => value && log.includes(value));
  expect(found.map(([name]) => name)).toEqual([]);
  expect(Object.values(cookieValues).every((value) => value !== undefined && value.length > 20)).toBe(true);
});
