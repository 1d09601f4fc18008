import type { Cents } from '#contract/money.ts';
import { ApiError } from '#contract/errors.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedNotice } from '../demo-gateway.ts';
import type { InvoiceRequest, PaymentGateway } from '../payment-gateway.ts';
import type { Behaviour } from './fake-provider.ts';

/** A gateway with its provider. */
export interface GatewayBench {
  readonly gateway: PaymentGateway;
  /** Lets an order's payment stand so at the provider. */
  setStatus(orderId: string, status: string): Promise<void>;
  /** The notice that the provider sends now, or one that claims a status and is signed with another secret. */
  sign(orderId: string, forged?: { status?: string; secret?: string }): Promise<SignedNotice>;
  /** Missing where the provider is no other machine. */
  readonly behaviour?: Behaviour;
  close(): Promise<void>;
}

export interface GatewayFacts {
  /** Whether the provider can be asked for an invoice by our order's id. */
  readonly findsByOrder: boolean;
  /** Statuses that this provider has a word for. */
  readonly statuses: readonly string[];
}

const ORDER: InvoiceRequest = {
  orderId: 'ord_1',
  amount: 1_999 as Cents,
  title: 'Camera “Lime”',
  successUrl: 'http://127.0.0.1:3000/success?order=ord_1',
  cancelUrl: 'http://127.0.0.1:3000/cancel?order=ord_1',
  noticeUrl: 'http://127.0.0.1:3000/api/payments/x/notices',
  expiresAt: Date.now() + 1_800_000,
};

const soon = (): AbortSignal => AbortSignal.timeout(300);

/** The suite that each provider's gateway must pass. */
export function describeGateway(name: string, facts: GatewayFacts, start: () => Promise<GatewayBench>): void {
  describe(`the gateway to ${name}`, () => {
    let bench: GatewayBench;

    beforeEach(async () => {
      bench = await start();
    });
    afterEach(() => bench.close());

    const read = ({ body, headers }: SignedNotice) => bench.gateway.readNotice(Buffer.from(body), headers);
    const refusalOf = (run: () => unknown): string | undefined => {
      try {
        run();
        return undefined;
      } catch (error) {
        return error instanceof ApiError ? error.code : String(error);
      }
    };

    it('makes an invoice with a page for its buyer', async () => {
      const { paymentId, invoiceUrl } = await bench.gateway.createInvoice(ORDER, soon());
      expect(paymentId).not.toBe('');
      expect(invoiceUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    });

    it(`finds ${facts.findsByOrder ? 'an' : 'no'} invoice by the order’s id`, async () => {
      expect(await bench.gateway.findInvoice(ORDER.orderId, soon())).toBeUndefined();
      const made = await bench.gateway.createInvoice(ORDER, soon());
      expect(await bench.gateway.findInvoice(ORDER.orderId, soon())).toEqual(facts.findsByOrder ? made : undefined);
      expect(await bench.gateway.findInvoice('ord_2', soon())).toBeUndefined();
    });

    it.each(facts.statuses)('understands a genuine notice of %s, and what the provider says itself', async (status) => {
      const { paymentId } = await bench.gateway.createInvoice(ORDER, soon());
      await bench.setStatus(ORDER.orderId, status);
      const notice = read(await bench.sign(ORDER.orderId));
      const expected = { orderId: ORDER.orderId, status, amount: ORDER.amount, currency: 'USD' };
      expect(await bench.gateway.confirm(notice, soon())).toMatchObject(expected);
      const { chargeId } = notice.report;
      const report = await bench.gateway.readPayment({ orderId: ORDER.orderId, paymentId, chargeId }, soon());
      expect(report).toMatchObject(expected);
    });

    it('tells notices apart, and repetitions not', async () => {
      await bench.gateway.createInvoice(ORDER, soon());
      const first = read(await bench.sign(ORDER.orderId)).eventId;
      expect(read(await bench.sign(ORDER.orderId)).eventId).toBe(first);
      await bench.setStatus(ORDER.orderId, 'expired');
      expect(read(await bench.sign(ORDER.orderId)).eventId).not.toBe(first);
    });

    it('refuses what the provider did not sign', async () => {
      await bench.gateway.createInvoice(ORDER, soon());
      const genuine = await bench.sign(ORDER.orderId);
      const [header = '', signature = ''] =
        Object.entries(genuine.headers).find(([key]) => key !== 'content-type') ?? [];
      const withSignature = (value: string): SignedNotice => ({ ...genuine, headers: { [header]: value } });
      const forgeries = [
        await bench.sign(ORDER.orderId, { secret: 'a secret of somebody else' }),
        { ...genuine, headers: {} },
        { ...genuine, body: genuine.body.replace('ord_1', 'ord_2') },
        { ...genuine, body: genuine.body.replace('ord_1', 'ord_1 ') },
        withSignature(''),
        withSignature('0'.repeat(signature.length)),
        withSignature(signature.slice(0, -1)),
        withSignature(`${signature}0`),
        withSignature(signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
        withSignature('é'.repeat(64)),
      ];
      expect(forgeries.map((notice) => refusalOf(() => read(notice)))).toEqual(forgeries.map(() => 'unauthorized'));
      expect(refusalOf(() => read(genuine))).toBeUndefined();
    });

    it.each([
      '',
      'paid!',
      '[]',
      'null',
      '7',
      '"text"',
      '{',
      `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`,
      `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    ])('refuses what is no notice (%.20s)', (body) =>
      expect(refusalOf(() => read({ body, headers: {} }))).toBe('bad-request'),
    );

    it('believes the provider and not a notice that an order is paid', async () => {
      await bench.gateway.createInvoice(ORDER, soon());
      await bench.setStatus(ORDER.orderId, 'confirming');
      const notice = read(await bench.sign(ORDER.orderId, { status: 'finished' }));
      expect(await bench.gateway.confirm(notice, soon())).toMatchObject({ status: 'confirming' });
    });

    it.each(['error', 'nonsense', 'silence'] as const)('says that the provider failed (%s)', async (fails) => {
      if (!bench.behaviour) return;
      const { paymentId } = await bench.gateway.createInvoice(ORDER, soon());
      await bench.setStatus(ORDER.orderId, 'finished');
      const notice = read(await bench.sign(ORDER.orderId));
      bench.behaviour.fails = fails;
      const { chargeId } = notice.report;
      const { gateway } = bench;
      const reference = { orderId: ORDER.orderId, paymentId, chargeId };
      await expect(gateway.createInvoice(ORDER, soon())).rejects.toMatchObject({ name: 'ProviderError' });
      await expect(gateway.readPayment(reference, soon())).rejects.toMatchObject({ name: 'ProviderError' });
      await expect(gateway.confirm(notice, soon())).rejects.toMatchObject({ name: 'ProviderError' });
    });
  });
}
