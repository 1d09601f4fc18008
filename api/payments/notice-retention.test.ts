import { afterEach, beforeEach, expect, it } from 'vitest';
import { purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { insertNotice } from './payment-notice.repository.ts';
import { PAYMENT_NOTICE_DAYS } from '#contract/limits.ts';
import { createRetentionJob } from '../retention.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeEach(async () => {
  app = await startOrderApp(5, { orderingTimes: { jobIntervalMs: 3_600_000, pollIntervalMs: 3_600_000 } });
});
afterEach(() => app.stop());

it('payment notices are deleted after their retention, once their order is closed', async () => {
  const { write, database } = app.context;
  const alice = await signInBuyer(app, 'alice');
  const place = async (columns: { stock_state: 'held' | 'sold'; updated_at: number }): Promise<string> => {
    const { body } = await alice.buy(purchaseOf(alice.sub), crypto.randomUUID());
    const { id } = (JSON.parse(body.toString()) as { order: { id: string } }).order;
    await database.writer.updateTable('purchase').set(columns).where('id', '=', id).execute();
    return id;
  };
  const now = Date.now();
  const old = now - (PAYMENT_NOTICE_DAYS + 1) * DAY_MS;
  const notices = [
    { hash: 'closed', order_id: await place({ stock_state: 'sold', updated_at: old }), received_at: old },
    { hash: 'unknown order', order_id: 'none', received_at: old },
    { hash: 'held', order_id: await place({ stock_state: 'held', updated_at: old }), received_at: old },
    { hash: 'changed since', order_id: await place({ stock_state: 'sold', updated_at: now }), received_at: old },
    { hash: 'recent', order_id: 'none', received_at: now },
  ];
  for (const notice of notices)
    await write(({ trx }) =>
      insertNotice(trx, { provider: 'demo', status: 'finished', outcome: 'changed', ...notice }),
    );
  await createRetentionJob('payment-notices', { ...app.context, now: () => now }).run();
  const left = await database.reader.selectFrom('payment_notice').select('hash').execute();
  expect(left.map(({ hash }) => hash).toSorted()).toEqual(['changed since', 'held', 'recent']);
});
