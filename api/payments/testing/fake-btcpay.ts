import { createHmac, randomUUID } from 'node:crypto';
import type { SignedNotice } from '../demo-gateway.ts';
import { addInvoice, startFakeProvider } from './fake-provider.ts';
import type { FakeInvoice, FakeProvider } from './fake-provider.ts';

export const BTCPAY_SETTINGS = { apiKey: 'btcpay-key', storeId: 'store1', noticeSecret: 'btcpay-secret' };

/** Settings of a server that uses this provider. */
export const btcPayEnv = ({ url }: Pick<FakeProvider, 'url'>) => ({
  BTCPAY_URL: url,
  BTCPAY_API_KEY: BTCPAY_SETTINGS.apiKey,
  BTCPAY_STORE_ID: BTCPAY_SETTINGS.storeId,
  BTCPAY_WEBHOOK_SECRET: BTCPAY_SETTINGS.noticeSecret,
});

const PATH = `/api/v1/stores/${BTCPAY_SETTINGS.storeId}/invoices`;

const STATUSES: Readonly<Record<string, readonly [string, string]>> = {
  waiting: ['New', 'None'],
  part_received: ['New', 'PaidPartial'],
  confirming: ['Processing', 'None'],
  paid_late: ['Expired', 'PaidLate'],
  finished: ['Settled', 'None'],
  expired: ['Expired', 'None'],
  partially_paid: ['Expired', 'PaidPartial'],
  failed: ['Invalid', 'None'],
};

const describeInvoice = (
  { url }: FakeProvider,
  { id, orderId, amount, currency, status, state, paidShare }: FakeInvoice,
) => {
  const [main, additional = 'None'] = state?.split('/') ?? STATUSES[status] ?? [status];
  return {
    id,
    checkoutLink: `${url}/i/${id}`,
    status: main,
    additionalStatus: additional,
    amount: amount.toFixed(8),
    ...(paidShare !== undefined && { paidAmount: (amount * paidShare).toFixed(8) }),
    currency,
    metadata: { orderId },
  };
};

/** Fakes the part of BTCPay Server that its gateway uses. */
export const startFakeBtcPay = (): Promise<FakeProvider> =>
  startFakeProvider(async ({ method, path, query, headers, body }, provider) => {
    if (headers.authorization !== `token ${BTCPAY_SETTINGS.apiKey}`) throw new Error('wrong API key');
    if (method === 'POST' && path === PATH) {
      const { amount, currency, metadata } = body as {
        amount: string;
        currency: string;
        metadata: { orderId: string };
      };
      const invoice = { amount: Number(amount), currency, orderId: metadata.orderId };
      return describeInvoice(provider, await addInvoice(provider, invoice));
    }
    if (path === PATH) {
      const orderIds = query.getAll('orderId');
      return provider.invoices
        .filter(({ orderId }) => orderIds.includes(orderId))
        .map((invoice) => describeInvoice(provider, invoice));
    }
    const found = provider.invoices.find(({ id }) => path === `${PATH}/${id}`);
    return found && describeInvoice(provider, found);
  });

const TYPES: Readonly<Record<string, string>> = {
  confirming: 'InvoiceProcessing',
  finished: 'InvoiceSettled',
  expired: 'InvoiceExpired',
  partially_paid: 'InvoiceExpired',
  paid_late: 'InvoiceReceivedPayment',
  failed: 'InvoiceInvalid',
};

/** A type of notice with its own members. */
export interface BtcPayNotice {
  readonly type?: string;
  readonly afterExpiration?: boolean;
  readonly partiallyPaid?: boolean;
  readonly overPaid?: boolean;
  readonly manuallyMarked?: boolean;
}

/** Signs a notice of an invoice's current status, or one of a given type with its facts. */
export function signBtcPayNotice(
  { id, orderId, status }: FakeInvoice,
  secret: string = BTCPAY_SETTINGS.noticeSecret,
  { type = TYPES[status] ?? 'InvoiceCreated', ...facts }: BtcPayNotice = {},
): SignedNotice {
  const body = JSON.stringify({
    deliveryId: randomUUID(),
    webhookId: 'hook1',
    originalDeliveryId: `${id}/${status}/${type}`,
    isRedelivery: false,
    type,
    ...facts,
    timestamp: 1_795_000_000,
    storeId: BTCPAY_SETTINGS.storeId,
    invoiceId: id,
    metadata: { orderId },
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` } };
}
