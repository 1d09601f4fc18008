import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseOf, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '../testing/hostile/fuzz.ts';
import { send } from '../testing/clients/send.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { stringifySorted } from './signatures.ts';
import {
  NOWPAYMENTS_SETTINGS,
  nowPaymentsEnv,
  signNowPaymentsNotice,
  startFakeNowPayments,
} from './testing/fake-nowpayments.ts';
import type { FakeInvoice, FakeProvider } from './testing/fake-provider.ts';

const PATH = '/api/payments/nowpayments/notices';

let provider: FakeProvider;
let app: TestApp;
let alice: Buyer;
let invoice: FakeInvoice;

beforeAll(async () => {
  provider = await startFakeNowPayments();
  app = await startOrderApp(5, {
    env: nowPaymentsEnv(provider),
  });
  alice = await signInBuyer(app, 'alice');
  await alice.buy(purchaseOf(alice.sub, 2));
  [invoice] = provider.invoices as [FakeInvoice];
});
afterAll(async () => {
  await app.stop();
  await provider.close();
});

const post = async (body: string, signature?: string): Promise<number> => {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'x-nowpayments-sig': signature }),
  };
  return (await send(app.url, PATH, { method: 'POST', headers, body })).status;
};
const readState = async () => [(await alice.orders())[0]?.payment_status, await readStock(app)];

describe('[fault 16] any notice', () => {
  it(`without the provider's signature is rejected (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const before = await readState();
    const genuine = signNowPaymentsNotice({ ...invoice, status: 'finished' });
    const signature = fc.oneof(
      fc.constant(undefined),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFxyz ,;'), maxLength: 140 }),
      fc.nat({ max: 127 }).map((at) => {
        const right = genuine.headers['x-nowpayments-sig'] ?? '';
        return right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(genuine.body), fc.json(), fc.string({ unit: 'binary' })),
        signature,
        async (body, given) => {
          expect([400, 401]).toContain(await post(body, given));
        },
      ),
      fuzz(150),
    );
    expect(await readState()).toEqual(before);
  });

  it(`with a valid signature but another amount changes no order (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const before = await readState();
    const member = fc.oneof(
      fc.anything({ maxDepth: 1 }),
      fc.constantFrom(invoice.orderId, 'finished', 1_001, 26, 'usd', null, '__proto__'),
    );
    const notice = fc.record(
      {
        payment_id: member,
        payment_status: member,
        price_amount: member,
        price_currency: member,
        order_id: member,
        invoice_id: member,
        fee: member,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(notice, async (given) => {
        const body = JSON.stringify(given, (_name, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        const text = stringifySorted(JSON.parse(body));
        const signature = createHmac('sha512', NOWPAYMENTS_SETTINGS.noticeSecret).update(text).digest('hex');
        // 503: the provider could not confirm the notice and must repeat it.
        expect([200, 400, 401, 503]).toContain(await post(body, signature));
      }),
      fuzz(150),
    );
    expect(await readState()).toEqual(before);
  });
});
