import type { Cents } from '#contract/money/money.ts';
import { ApiError } from '#contract/http/errors.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedNotice } from '../demo-gateway.ts';
import type { InvoiceRequest, PaymentGateway } from '../payment-gateway.ts';
import type { Behaviour } from './fake-provider.ts';

/** A gateway with its provider. */
export interface GatewaySetup {
  readonly gateway: PaymentGateway;
  /** Sets the status of an order's payment at the provider, and the paid share of its price. */
  setStatus(orderId: string, status: string, paidShare?: number): Promise<void>;
  /** Signs the notice that the provider sends now, or a forged one with another status or secret. */
  sign(orderId: string, forged?: { status?: string; secret?: string }): Promise<SignedNotice>;
  /** Missing for the simulator, which has no remote API. */
  readonly behaviour?: Behaviour;
  close(): Promise<void>;
}

export interface GatewayFacts {
  /** Whether the provider can look up an invoice by order id. */
  readonly findsByOrder: boolean;
  /** Whether the provider reports which share of the price was paid. */
  readonly tellsPaidShare: boolean;
  /** Statuses that this provider reports. */
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

const soon = (): AbortSignal => AbortSignal.timeout(5_000);

/** The suite that each provider's gateway must pass. */
export function describeGateway(name: string, facts: GatewayFacts, start: () => Promise<GatewaySetup>): void {
  describe(`the gateway to ${name}`, () => {
    let setup: GatewaySetup;

    beforeEach(async () => {
      setup = await start();
    });
    afterEach(() => setup.close());

    const read = ({ body, headers }: SignedNotice) => setup.gateway.readNotice(Buffer.from(body), headers);
    const rejectionOf = (run: () => unknown): string | undefined => {
      try {
        run();
        return undefined;
      } catch (error) {
        return error instanceof ApiError ? error.code : String(error);
      }
    };

    it('creates an invoice with a payment page', async () => {
      const { paymentId, invoiceUrl } = await setup.gateway.createInvoice(ORDER, soon());
      expect(paymentId).not.toBe('');
      expect(invoiceUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    });

    it(`finds ${facts.findsByOrder ? 'an' : 'no'} invoice by the order’s id`, async () => {
      expect(await setup.gateway.findInvoice(ORDER.orderId, soon())).toBeUndefined();
      const created = await setup.gateway.createInvoice(ORDER, soon());
      expect(await setup.gateway.findInvoice(ORDER.orderId, soon())).toEqual(facts.findsByOrder ? created : undefined);
      expect(await setup.gateway.findInvoice('ord_2', soon())).toBeUndefined();
    });

    it.each(facts.statuses)('reads the status %s from a genuine notice and from the provider', async (status) => {
      const { paymentId } = await setup.gateway.createInvoice(ORDER, soon());
      await setup.setStatus(ORDER.orderId, status);
      const notice = read(await setup.sign(ORDER.orderId));
      const expected = { orderId: ORDER.orderId, status, amount: ORDER.amount, currency: 'USD' };
      expect(await setup.gateway.confirm(notice, soon())).toMatchObject(expected);
      const { chargeId } = notice.report;
      const report = await setup.gateway.readPayment({ orderId: ORDER.orderId, paymentId, chargeId }, soon());
      expect(report).toMatchObject(expected);
    });

    it.runIf(facts.tellsPaidShare)('tells which share of the price was paid', async () => {
      const { paymentId } = await setup.gateway.createInvoice(ORDER, soon());
      await setup.setStatus(ORDER.orderId, 'partially_paid', 0.25);
      const notice = read(await setup.sign(ORDER.orderId));
      const { chargeId } = notice.report;
      const reference = { orderId: ORDER.orderId, paymentId, chargeId };
      const reports = [await setup.gateway.confirm(notice, soon()), await setup.gateway.readPayment(reference, soon())];
      for (const report of reports) expect(report?.paidShare).toBeCloseTo(0.25, 3);
    });

    it('gives repeated notices the same event id and different notices different ones', async () => {
      await setup.gateway.createInvoice(ORDER, soon());
      const first = read(await setup.sign(ORDER.orderId)).eventId;
      expect(read(await setup.sign(ORDER.orderId)).eventId).toBe(first);
      await setup.setStatus(ORDER.orderId, 'expired');
      expect(read(await setup.sign(ORDER.orderId)).eventId).not.toBe(first);
    });

    it('rejects notices that the provider did not sign', async () => {
      await setup.gateway.createInvoice(ORDER, soon());
      const genuine = await setup.sign(ORDER.orderId);
      const [header = '', signature = ''] =
        Object.entries(genuine.headers).find(([key]) => key !== 'content-type') ?? [];
      const withSignature = (value: string): SignedNotice => ({ ...genuine, headers: { [header]: value } });
      const forgeries = [
        await setup.sign(ORDER.orderId, { secret: 'a foreign secret' }),
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
      expect(forgeries.map((notice) => rejectionOf(() => read(notice)))).toEqual(forgeries.map(() => 'unauthorized'));
      expect(rejectionOf(() => read(genuine))).toBeUndefined();
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
    ])('rejects a malformed notice (%.20s)', (body) =>
      expect(rejectionOf(() => read({ body, headers: {} }))).toBe('bad-request'),
    );

    it('confirms a notice of a payment with the provider', async () => {
      await setup.gateway.createInvoice(ORDER, soon());
      await setup.setStatus(ORDER.orderId, 'confirming');
      const notice = read(await setup.sign(ORDER.orderId, { status: 'finished' }));
      expect(await setup.gateway.confirm(notice, soon())).toMatchObject({ status: 'confirming' });
    });

    it.each(['error', 'nonsense', 'silence'] as const)('reports a failing provider (%s)', async (fails) => {
      if (!setup.behaviour) return;
      const { paymentId } = await setup.gateway.createInvoice(ORDER, soon());
      await setup.setStatus(ORDER.orderId, 'finished');
      const notice = read(await setup.sign(ORDER.orderId));
      setup.behaviour.fails = fails;
      const { chargeId } = notice.report;
      const { gateway } = setup;
      const inTime = (): AbortSignal => AbortSignal.timeout(fails === 'silence' ? 300 : 5_000);
      const reference = { orderId: ORDER.orderId, paymentId, chargeId };
      await expect(gateway.createInvoice(ORDER, inTime())).rejects.toMatchObject({ name: 'ProviderError' });
      await expect(gateway.readPayment(reference, inTime())).rejects.toMatchObject({ name: 'ProviderError' });
      await expect(gateway.confirm(notice, inTime())).rejects.toMatchObject({ name: 'ProviderError' });
    });
  });
}
