import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An invoice at the provider. */
export interface FakeInvoice {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  currency: string;
  /** One of `ORDER_STATUSES`, or a word that only the provider knows. */
  status: string;
  /** The provider's own status with its additional one, such as `Expired/PaidLate`; takes precedence over `status`. Only BTCPay has them. */
  state?: string | undefined;
  /** The share of the price that the buyer has paid; undefined when the provider does not report it. */
  paidShare?: number | undefined;
}

/** The current behavior of the provider. */
export interface Behaviour {
  /** Fails every request in this way, without an effect. */
  fails?: 'error' | 'nonsense' | 'silence' | undefined;
  /** Awaited before an invoice is created, and before the reply. */
  beforeInvoice?: (() => Promise<void>) | undefined;
  beforeAnswer?: (() => Promise<void>) | undefined;
  /** Awaited before an invoice is read. */
  beforeRead?: (() => Promise<void>) | undefined;
}

/** A provider on a real port. */
export interface FakeProvider {
  readonly url: string;
  readonly invoices: FakeInvoice[];
  readonly behaviour: Behaviour;
  close(): Promise<void>;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** Handles a request to the provider's API; returns JSON, or undefined for 404. */
export type FakeHandler = (request: FakeRequest, provider: FakeProvider) => Promise<unknown>;

/** Starts a fake provider with the API of `handle`. */
export async function startFakeProvider(handle: FakeHandler): Promise<FakeProvider> {
  const behaviour: Behaviour = {};
  const invoices: FakeInvoice[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    if (behaviour.fails === 'silence') return;
    if (behaviour.fails === 'error') {
      response.writeHead(500).end();
      return;
    }
    if (behaviour.fails === 'nonsense') {
      response.writeHead(200).end('<html>');
      return;
    }
    if (request.method === 'GET') await behaviour.beforeRead?.();
    const url = new URL(request.url ?? '/', 'http://provider');
    const reply = await handle(
      {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      },
      provider,
    );
    response
      .writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(reply ?? { message: 'not found' }));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoices,
    behaviour,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** Stores a new invoice after `beforeInvoice`, and returns it after `beforeAnswer` of the provider's behavior. */
export async function addInvoice(
  { invoices, behaviour }: FakeProvider,
  invoice: Pick<FakeInvoice, 'orderId' | 'amount' | 'currency'>,
): Promise<FakeInvoice> {
  await behaviour.beforeInvoice?.();
  const created = { id: `inv${invoices.length + 1}`, status: 'waiting', ...invoice };
  invoices.push(created);
  await behaviour.beforeAnswer?.();
  return created;
}

/** Gets the provider's invoice of an order. */
export function invoiceOf({ invoices }: Pick<FakeProvider, 'invoices'>, orderId: string): FakeInvoice {
  const invoice = invoices.find((one) => one.orderId === orderId);
  if (!invoice) throw new Error(`the provider has no invoice of ${orderId}`);
  return invoice;
}
