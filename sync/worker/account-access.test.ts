import { expect, it, vi } from 'vitest';
import { Account } from '../account/account.ts';
import { AccountAccess, createAccountApi } from './account-access.ts';

const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } };

it('the first call loads the account and sends its input; a failed load is returned as a result', async () => {
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

it.each([
  [false, 0],
  [true, 1],
])('[PULL8] a leading tab looks for unsent operations only on a device with user data (%s)', async (hasData, loads) => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  const access = new AccountAccess(load, async () => hasData);
  access.startLeading();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(loads);
  access.close();
  vi.useRealTimers();
});
