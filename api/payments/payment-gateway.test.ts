import { describe, expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import { createBtcPayGateway } from './btcpay-gateway.ts';
import { openDemoGateway } from './demo-gateway.ts';
import { createNowPaymentsGateway } from './nowpayments-gateway.ts';
import { findDemoInvoice } from './simulator/demo-invoice.repository.ts';
import type { DemoInvoice } from './simulator/demo-invoice.repository.ts';
import { BTCPAY_SETTINGS, signBtcPayNotice, startFakeBtcPay } from './testing/fake-btcpay.ts';
import { NOWPAYMENTS_SETTINGS, signNowPaymentsNotice, startFakeNowPayments } from './testing/fake-nowpayments.ts';
import { invoiceOf } from './testing/fake-provider.ts';
import { describeGateway } from './testing/payment-gateway-contract.ts';
import { sign } from './signatures.ts';

const STATUSES = ['waiting', 'confirming', 'finished', 'expired', 'partially_paid', 'failed'];

describeGateway(
  'BTCPay',
  { findsByOrder: true, tellsPaidShare: true, statuses: [...STATUSES, 'part_received', 'paid_late', 'frozen'] },
  async () => {
    const provider = await startFakeBtcPay();
    return {
      gateway: createBtcPayGateway({ ...BTCPAY_SETTINGS, url: provider.url }, Date.now),
      behaviour: provider.behaviour,
      close: provider.close,
      async setStatus(orderId, status, paidShare) {
        Object.assign(invoiceOf(provider, orderId), { status, paidShare });
      },
      sign: async (orderId, { status, secret } = {}) => {
        const invoice = invoiceOf(provider, orderId);
        return signBtcPayNotice({ ...invoice, status: status ?? invoice.status }, secret);
      },
    };
  },
);

describeGateway(
  'NOWPayments',
  {
    findsByOrder: false,
    tellsPaidShare: true,
    statuses: [...STATUSES, 'confirmed', 'sending', 'refunded', 'spending'],
  },
  async () => {
    const provider = await startFakeNowPayments();
    return {
      gateway: createNowPaymentsGateway({ ...NOWPAYMENTS_SETTINGS, apiUrl: `${provider.url}/v1` }),
      behaviour: provider.behaviour,
      close: provider.close,
      async setStatus(orderId, status, paidShare) {
        Object.assign(invoiceOf(provider, orderId), { status, paidShare });
      },
      sign: async (orderId, { status, secret } = {}) => {
        const invoice = invoiceOf(provider, orderId);
        return signNowPaymentsNotice({ ...invoice, status: status ?? invoice.status }, secret);
      },
    };
  },
);

const SIMULATOR = { findsByOrder: true, tellsPaidShare: true, statuses: [...STATUSES, 'confirmed', 'sending'] };

describeGateway('the simulator', SIMULATOR, async () => {
  const app = await startTestApp();
  const { database, write, now } = app.context;
  const gateway = await openDemoGateway({ database, write, now });
  const find = async (orderId: string): Promise<DemoInvoice> => {
    const invoice = await findDemoInvoice(database.reader, 'order_id', orderId);
    if (!invoice) throw new Error(`no invoice of ${orderId}`);
    return invoice;
  };
  return {
    gateway,
    close: app.stop,
    async setStatus(orderId, status, paidShare = 0) {
      const paid_cents = Math.round((await find(orderId)).amount_cents * paidShare);
      await write(({ trx }) =>
        trx.updateTable('demo_invoice').set({ status, paid_cents }).where('order_id', '=', orderId).execute(),
      );
    },
    sign: async (orderId, { status, secret } = {}) => {
      const invoice = await find(orderId);
      const notice = gateway.signNotice({ ...invoice, status: status ?? invoice.status });
      if (secret === undefined) return notice;
      return { ...notice, headers: { 'x-demo-signature': sign('sha256', secret, notice.body) } };
    },
  };
});

it('the simulator makes one invoice for an order, however many attempts there are', async () => {
  const app = await startTestApp();
  const gateway = await openDemoGateway(app.context);
  const url = 'http://127.0.0.1:3000/';
  const order = { orderId: 'ord_1', amount: 1_999 as Cents, title: '', expiresAt: Date.now() + 1_000 };
  const request = { ...order, successUrl: url, cancelUrl: url, noticeUrl: url };
  const attempt = () => gateway.createInvoice(request, AbortSignal.timeout(5_000));
  const [first, second] = await Promise.all([attempt(), attempt()]);
  expect(second).toEqual(first);
  expect(await attempt()).toEqual(first);
  await app.stop();
});

describe('a NOWPayments signature', () => {
  it('may cover everything or what the documented example covers', async () => {
    const gateway = createNowPaymentsGateway({ ...NOWPAYMENTS_SETTINGS, apiUrl: 'http://127.0.0.1:9/v1' });
    const invoice = { id: 'inv1', orderId: 'ord_1', amount: 10.1, currency: 'usd', status: 'confirming' };
    for (const form of ['everything', 'documented'] as const) {
      const { body, headers } = signNowPaymentsNotice(invoice, undefined, form);
      expect(gateway.readNotice(Buffer.from(body), headers).report).toEqual({
        orderId: 'ord_1',
        status: 'confirming',
        amount: 1_010,
        currency: 'USD',
        chargeId: '1001',
        reasons: [],
        reported: 'confirming',
      });
    }
  });
});
