import { expect, it } from 'vitest';
import { Account } from '../account/account.ts';
import { AccountAccess, createAccountApi } from './account-access.ts';

const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } };

it('a call by name may be the first: it loads the account, sends its input, and a failed load is a result', async () => {
  const asked: unknown[] = [];
  const loads = [Promise.reject(new Error('offline')), undefined];
  const access = new AccountAccess(async () => {
    await loads.shift();
    return new Account({
      origin: 'https://shop.example',
      fetch: async (url, { method, body } = {}) => {
        asked.push([method, url, body]);
        return new Response(null, { status: 204 });
      },
      locks: undefined,
      isVisible: () => true,
      now: () => 0,
      monotonicNow: () => 0,
      random: () => 0,
      channel: { send: () => undefined },
      sendUp: () => undefined,
      onTyping: () => undefined,
      onSession: () => undefined,
    });
  });
  const { calls } = createAccountApi(access, () => undefined);
  expect(await calls.subscribePush({ body: SUBSCRIPTION })).toEqual({ ok: false, problem: 'unreachable' });
  expect(await calls.subscribePush({ body: SUBSCRIPTION })).toEqual({ ok: true, value: undefined });
  expect(await calls.revokeSession({ params: { id: 'a' } })).toEqual({ ok: true, value: undefined });
  expect(asked).toEqual([
    ['POST', 'https://shop.example/api/push/subscriptions', JSON.stringify(SUBSCRIPTION)],
    ['DELETE', 'https://shop.example/api/sessions/a', undefined],
  ]);
  access.close();
});
