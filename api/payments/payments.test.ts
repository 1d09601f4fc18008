import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ATTENTION } from '#contract/orders/order-attention.ts';
import { purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import type { SignedNotice } from './demo-gateway.ts';
import { nowPaymentsEnv, signNowPaymentsNotice, startFakeNowPayments } from './testing/fake-nowpayments.ts';
import type { FakeInvoice, FakeProvider } from './testing/fake-provider.ts';

const PATH = '/api/payments/nowpayments/notices';

let provider: FakeProvider;
let app: TestApp;
let alice: Buyer;
let invoice: FakeInvoice;

beforeEach(async () => {
  provider = await startFakeNowPayments();
  app = await startOrderApp(5, {
    env: nowPaymentsEnv(provider),
  });
  alice = await signInBuyer(app, 'alice');
  await alice.buy(purchaseOf(alice.sub, 2));
  [invoice] = provider.invoices as [FakeInvoice];
});
afterEach(async () => {
  await app.stop();
  await provider.close();
});

const post = ({ body, headers }: SignedNotice): Promise<Reply> =>
  send(app.url, PATH, { method: 'POST', body, headers });
const notify = (status: string): Promise<Reply> => post(signNowPaymentsNotice({ ...invoice, status }));
const statusOf = async (): Promise<string | undefined> => (await alice.orders())[0]?.payment_status;
const outcome = (reply: Reply): [number, unknown] => [reply.status, json(reply)['code']];
const attention = () => app.context.database.reader.selectFrom('purchase').select('needs_attention').executeTakeFirst();

const HELD = { available: 3, reserved: 2, sold: 0 };
const SOLD = { available: 3, reserved: 0, sold: 2 };

async function expectNothingChanged(): Promise<void> {
  expect(await statusOf()).toBe('waiting');
  expect(await readStock(app)).toEqual({ counters: HELD, ledger: HELD });
  expect(await app.context.database.reader.selectFrom('payment_notice').select('hash').execute()).toEqual([]);
}

describe('a payment notice', () => {
  it('updates the order and is answered after the commit', async () => {
    for (const status of ['confirming', 'confirmed', 'sending', 'finished']) {
      invoice.status = status;
      expect((await notify(status)).status).toBe(200);
      expect(await statusOf()).toBe(status);
    }
    expect(await readStock(app)).toEqual({ counters: SOLD, ledger: SOLD });
  });

  it('[MONEY2] leads to the same result when it and others are repeated ten times, late and out of order', async () => {
    invoice.status = 'finished';
    const statuses = ['sending', 'finished', 'waiting', 'expired', 'confirming', 'failed', 'confirmed'];
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all(statuses.map(notify));
      expect(replies.map(({ status }) => status)).toEqual(statuses.map(() => 200));
    }
    expect(await statusOf()).toBe('finished');
    expect(await readStock(app)).toEqual({ counters: SOLD, ledger: SOLD });
    const recorded = await app.context.database.reader.selectFrom('payment_notice').select('status').execute();
    expect(recorded).toHaveLength(statuses.length);
  });

  it('[fault 12] of expiry after the payment changes nothing and is recorded', async () => {
    invoice.status = 'finished';
    await notify('finished');
    const before = await alice.orders();
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await notify('expired')).status).toBe(200);
    expect(await alice.orders()).toEqual(before);
    expect(await readStock(app)).toEqual({ counters: SOLD, ledger: SOLD });
    const recorded = app.context.database.reader.selectFrom('payment_notice').select(['status', 'outcome']);
    expect(await recorded.orderBy('received_at').execute()).toEqual([
      { status: 'finished', outcome: 'changed' },
      { status: 'expired', outcome: 'unchanged' },
    ]);
  });

  it('[MONEY3] of a payment that the provider does not confirm finishes no order', async () => {
    invoice.status = 'confirming';
    expect((await notify('finished')).status).toBe(200);
    expect(await statusOf()).toBe('confirming');
    expect((await readStock(app)).counters).toEqual(HELD);
  });

  it('that cannot be confirmed is answered with 503, and its repetition succeeds', async () => {
    invoice.status = 'finished';
    provider.behaviour.fails = 'error';
    expect(outcome(await notify('finished'))).toEqual([503, 'payments-unavailable']);
    expect(await statusOf()).toBe('waiting');
    provider.behaviour.fails = undefined;
    expect((await notify('finished')).status).toBe(200);
    expect(await statusOf()).toBe('finished');
  });

  it('[fault 15] of another amount or currency needs attention', async () => {
    expect((await post(signNowPaymentsNotice({ ...invoice, amount: 1, status: 'confirming' }))).status).toBe(200);
    expect(await statusOf()).toBe('waiting');
    expect(await attention()).toEqual({ needs_attention: ATTENTION.wrongAmount });
    expect((await post(signNowPaymentsNotice({ ...invoice, currency: 'eur', status: 'confirming' }))).status).toBe(200);
    expect(await statusOf()).toBe('waiting');
    expect((await readStock(app)).counters).toEqual(HELD);
  });

  it('of an unknown order is accepted, so that it is not repeated, and changes nothing', async () => {
    expect((await post(signNowPaymentsNotice({ ...invoice, orderId: 'ord_0', status: 'confirming' }))).status).toBe(
      200,
    );
    expect(await statusOf()).toBe('waiting');
    expect((await readStock(app)).counters).toEqual(HELD);
  });
});

describe('[fault 16] a forged notice', () => {
  const genuine = (): SignedNotice => signNowPaymentsNotice({ ...invoice, status: 'finished' });

  it.each([
    ['without a signature', (notice: SignedNotice) => ({ ...notice, headers: {} })],
    [
      'with a signature of another secret',
      () => signNowPaymentsNotice({ ...invoice, status: 'finished' }, 'another secret'),
    ],
    [
      'with a changed status',
      (notice: SignedNotice) => ({ ...notice, body: notice.body.replace('finished', 'expired') }),
    ],
    ['with a changed order', (notice: SignedNotice) => ({ ...notice, body: notice.body.replace('ord_', 'ord-') })],
    ['with a changed price', (notice: SignedNotice) => ({ ...notice, body: notice.body.replace(':25,', ':1,') })],
    ['with another member', (notice: SignedNotice) => ({ ...notice, body: notice.body.replace('{', '{"a":1,') })],
  ])('is rejected %s', async (_title, forge) => {
    invoice.status = 'finished';
    expect(outcome(await post(forge(genuine())))).toEqual([401, 'unauthorized']);
    await expectNothingChanged();
  });

  it('[MONEY6] is rejected with any byte changed', async () => {
    invoice.status = 'finished';
    const { body, headers } = genuine();
    for (let position = 0; position < body.length; position += 7) {
      const letter = body[position] === 'x' ? 'y' : 'x';
      const altered = body.slice(0, position) + letter + body.slice(position + 1);
      expect([400, 401]).toContain((await post({ body: altered, headers })).status);
    }
    await expectNothingChanged();
  });

  it.each([
    ['nothing', '', 400],
    ['text that is no JSON', 'paid', 400],
    ['a list', '[]', 400],
    ['a body of 33 KiB', JSON.stringify({ order_id: 'x'.repeat(33_000) }), 413],
    ['a body of 1 MB', 'x'.repeat(1_000_000), 413],
    ['a body that is nested too deeply', `${'['.repeat(15_000)}${']'.repeat(15_000)}`, 400],
  ])('is rejected with %s', async (_title, body, status) => {
    expect((await post({ body, headers: genuine().headers })).status).toBe(status);
    await expectNothingChanged();
  });

  it('is rejected for other providers and other methods', async () => {
    const { body, headers } = genuine();
    for (const name of ['demo', 'btcpay', 'x']) {
      const reply = await send(app.url, `/api/payments/${name}/notices`, { method: 'POST', body, headers });
      expect(reply.status).toBe(404);
    }
    expect((await send(app.url, PATH)).status).toBe(405);
    await expectNothingChanged();
  });
});
