import { afterEach, expect, it } from 'vitest';
import { createAdministrator } from '../testing/administrator.ts';
import { openEventSocket } from '../testing/event-socket.ts';
import { signIn } from '../testing/sign-in.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

it('the token is enough where nothing else is asked for', async () => {
  app = await startTestApp();
  const admin = await createAdministrator(app);
  expect((await admin.call('GET', '/api/next-id')).status).toBe(200);
});

it('a listed user must be signed in beside the token where the operator says so', async () => {
  app = await startTestApp({ env: { ADMIN_REQUIRE_LISTED_USER: '1' } });
  const admin = await createAdministrator(app);
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await admin.call('GET', '/api/next-id', undefined, headers);
    return [status, body['code']];
  };
  expect(await ask()).toEqual([403, 'forbidden']);
  expect(await ask((await signIn(app, 'bob')).headers)).toEqual([403, 'forbidden']);
  const ada = await signIn(app, 'ada');
  expect(await ask(ada.headers)).toEqual([200, undefined]);
  const token = admin.headers.authorization.replace('Bearer ', '');
  const register = async (headers: Readonly<Record<string, string>>) => {
    const socket = await openEventSocket(app.url, headers);
    const answer = await socket.ask('registerAdmin', { token });
    socket.socket.terminate();
    return answer;
  };
  expect(await register((await signIn(app, 'bob')).headers)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await register(ada.headers)).not.toHaveProperty('error');
  // The session alone is as little as the token alone.
  expect(await ask({ ...ada.headers, authorization: `Bearer adm_p_${'A'.repeat(43)}` })).toEqual([401, 'unauthorized']);
});
