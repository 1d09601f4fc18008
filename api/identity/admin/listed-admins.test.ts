import { afterEach, expect, it } from 'vitest';
import { createAdministrator } from '../../testing/clients/administrator.ts';
import { openEventSocket } from '../../testing/clients/event-socket.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signIn } from '../../testing/clients/sign-in.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

it('an administrator’s token alone gives access by default', async () => {
  app = await startTestApp();
  const admin = await createAdministrator(app);
  expect((await admin.call('GET', '/api/next-id')).status).toBe(200);
});

it('ADMIN_REQUIRE_LISTED_USER requires a signed-in listed user beside the token', async () => {
  app = await startTestApp({ env: { ADMIN_REQUIRE_LISTED_USER: '1' } });
  const admin = await createAdministrator(app);
  const request = async (headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await admin.call('GET', '/api/next-id', undefined, headers);
    return [status, body['code']];
  };
  expect(await request()).toEqual([403, 'forbidden']);
  expect(await request((await signIn(app, 'bob')).headers)).toEqual([403, 'forbidden']);
  const ada = await signIn(app, 'ada');
  expect(await request(ada.headers)).toEqual([200, undefined]);
  const token = admin.headers.authorization.replace('Bearer ', '');
  const register = async (headers: Readonly<Record<string, string>>) => {
    const socket = await openEventSocket(app.url, headers);
    const answer = await socket.ask('registerAdmin', { token });
    socket.socket.terminate();
    return answer;
  };
  expect(await register((await signIn(app, 'bob')).headers)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await register(ada.headers)).not.toHaveProperty('error');
  // The session alone is not enough either.
  const forged = { ...ada.headers, authorization: `Bearer adm_p_${'A'.repeat(43)}` };
  expect(await request(forged)).toEqual([401, 'unauthorized']);
});

it('a user who is not listed is rejected before the password is checked', async () => {
  app = await startTestApp({ env: { ADMIN_REQUIRE_LISTED_USER: '1', ADMIN_PASSWORD: 'correct horse battery' } });
  const login = async (password: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await send(app.url, '/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ password }),
    });
    return { status: reply.status, ...json(reply) } as {
      status: number;
      code?: string;
      detail?: string;
      token?: string;
    };
  };
  const rejection = {
    status: 403,
    code: 'forbidden',
    detail: 'Sign in to the shop as a listed administrator as well.',
  };
  expect(await login('correct horse battery')).toMatchObject(rejection);
  expect(await login('wrong horse battery', (await signIn(app, 'bob')).headers)).toMatchObject(rejection);
  const ada = await signIn(app, 'ada');
  expect(await login('wrong horse battery', ada.headers)).toMatchObject({ status: 401, code: 'wrong-password' });
  const { status, token } = await login('correct horse battery', ada.headers);
  expect(status).toBe(200);
  const isValid = async (headers: Readonly<Record<string, string>>) => {
    const reply = await send(app.url, '/api/verify-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ token }),
    });
    return json(reply)['valid'];
  };
  // The page then shows the login, whose error names the missing sign-in.
  expect(await isValid({})).toBe(false);
  expect(await isValid(ada.headers)).toBe(true);
});
