import { expect, test } from 'vitest';
import { writeDiagnostics } from './diagnostics.ts';

test('diagnostics contain operations and results, but no personal data and no products', () => {
  const text = writeDiagnostics({
    nowMs: Date.parse('2026-11-21T12:00:00.000Z'),
    isOnline: true,
    userAgent: 'Browser/1',
    hasServiceWorker: true,
    storage: { usedBytes: 1, quotaBytes: 2, isPersistent: false },
    isAppTooLarge: true,
    shops: [],
    account: { lastSyncedAtMs: 5, problem: null, needsSignIn: false, differences: 2 },
    outbox: [
      {
        id: 'operation-7',
        mutation: { name: 'deleteOrder', args: { payment_id: 'ord_secret' } },
        createdAtMs: Date.parse('2026-11-21T11:59:00.000Z'),
        rejection: { code: 'payment-in-progress', detail: 'Lamp of Alice', current: { title: 'Lamp' } },
      },
    ],
  });
  expect(JSON.parse(text)).toMatchObject({
    writtenAt: '2026-11-21T12:00:00.000Z',
    isOnline: true,
    isAppTooLarge: true,
    account: { differences: 2 },
    operations: [{ id: 'operation-7', name: 'deleteOrder', ageSeconds: 60, rejectedWith: 'payment-in-progress' }],
  });
  expect(text).not.toMatch(/ord_secret|Lamp|Alice/);
});
