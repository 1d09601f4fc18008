import { createHmac } from 'node:crypto';
import type { SignedNotice } from '../demo-gateway.ts';
import { addInvoice, startFakeProvider } from './fake-provider.ts';
import type { FakeInvoice, FakeProvider } from './fake-provider.ts';

export const NOWPAYMENTS_SETTINGS = { apiKey: 'now-payments-key', noticeSecret: 'now-payments-secret' };

/** Settings of a server that uses this provider. */
export const nowPaymentsEnv = ({ url }: Pick<FakeProvider, 'url'>) => ({
  NOWPAYMENTS_API_URL: `${url}/v1/`,
  NOWPAYMENTS_API_KEY: NOWPAYMENTS_SETTINGS.apiKey,
  NOWPAYMENTS_IPN_SECRET: NOWPAYMENTS_SETTINGS.noticeSecret,
});

/** Amount that the provider asks for in the buyer's coin. */
const PAY_AMOUNT = 0.002_5;

const describePayment = ({ id, orderId, amount, currency, status, paidShare }: FakeInvoice) => ({
  payment_id: Number(id.replace('inv', '')) + 1_000,
  payment_status: status,
  pay_address: 'bc1qexample',
  price_amount: amount,
  price_currency: currency.toLowerCase(),
  pay_amount: PAY_AMOUNT,
  ...(paidShare !== undefined && { actually_paid: PAY_AMOUNT * paidShare }),
  order_id: orderId,
  invoice_id: id,
  fee: { currency: 'btc', depositFee: 0.000_01 },
});

/** Fakes the part of NOWPayments that its gateway uses; each invoice has one payment. */
export const startFakeNowPayments = (): Promise<FakeProvider> =>
  startFakeProvider(async ({ method, path, headers, body }, provider) => {
    if (headers['x-api-key'] !== NOWPAYMENTS_SETTINGS.apiKey) throw new Error('wrong API key');
    if (method === 'POST' && path === '/v1/invoice') {
      const { price_amount, price_currency, order_id } = body as Record<string, string | number>;
      const invoice = await addInvoice(provider, {
        amount: Number(price_amount),
        currency: String(price_currency),
        orderId: String(order_id),
      });
      return { id: invoice.id, order_id, invoice_url: `${provider.url}/payment/?iid=${invoice.id}` };
    }
    const found = provider.invoices.map(describePayment).find(({ payment_id }) => path === `/v1/payment/${payment_id}`);
    return found;
  });

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([first], [second]) => (first < second ? -1 : 1))
          .map(([name, member]) => [name, sorted(member)]),
      )
    : value;

/** Signs a notice of a payment's current status; `form`: whether everything is signed, or only what the documented example signs. */
export function signNowPaymentsNotice(
  invoice: FakeInvoice,
  secret: string = NOWPAYMENTS_SETTINGS.noticeSecret,
  form: 'everything' | 'documented' = 'everything',
): SignedNotice {
  const notice = describePayment(invoice);
  const signed =
    form === 'everything' ? JSON.stringify(sorted(notice)) : JSON.stringify(notice, Object.keys(notice).toSorted());
  const signature = createHmac('sha512', secret).update(signed).digest('hex');
  return {
    body: JSON.stringify(notice),
    headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signature },
  };
}
