import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { listReasons } from '../orders/order-attention.ts';
import { createOrderChanges } from '../orders/order-changes.ts';
import { findOrder } from '../orders/order.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { NO_PUSH } from '../push/push-messages.ts';
import {
  CAMERA_ID,
  CAMERA_PRICE,
  purchaseOf,
  readStock,
  signInBuyer,
  startOrderApp,
} from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';
import { openDemoGateway } from './demo-gateway.ts';
import type { DemoGateway, SignedNotice } from './demo-gateway.ts';
import { readPaymentState } from './nowpayments-states.ts';
import { createPaymentReports } from './payment-reports.ts';
import { findDemoInvoice } from './simulator/demo-invoice.repository.ts';
import { btcPayEnv, signBtcPayNotice, startFakeBtcPay } from './testing/fake-btcpay.ts';
import type { BtcPayNotice } from './testing/fake-btcpay.ts';
import { nowPaymentsEnv, signNowPaymentsNotice, startFakeNowPayments } from './testing/fake-nowpayments.ts';
import { invoiceOf } from './testing/fake-provider.ts';
import type { FakeInvoice, FakeProvider } from './testing/fake-provider.ts';
import {
  BTCPAY_ADDITIONAL,
  BTCPAY_NOTICES,
  BTCPAY_STATUSES,
  NOWPAYMENTS_STATUSES,
} from './testing/published-states.ts';
import { property } from '../testing/hostile/fuzz.ts';

const UNITS = 2_000;
/** Idle: the tests alone decide when something happens. */
const IDLE = { jobIntervalMs: 3_600_000, pollIntervalMs: 3_600_000 };
const TIMEOUT = { timeout: 120_000 };

const recorder = createLogRecorder();
let provider: FakeProvider;
let app: TestApp;
let buyers = 0;

const startWith = async (start: () => Promise<FakeProvider>, env: typeof btcPayEnv | typeof nowPaymentsEnv) => {
  provider = await start();
  app = await startOrderApp(UNITS, {
    orderingTimes: IDLE,
    env: { ...env(provider), LOG_LEVEL: 'info' },
    logTo: recorder.logTo,
  });
};
const stop = async (): Promise<void> => {
  await app.stop();
  await provider.close();
};
beforeEach(() => recorder.clear());

/** Places an order as a new buyer each time, because a single one would reach the limits for a buyer. */
async function place(quantity = 1): Promise<{ readonly buyer: Buyer; readonly id: string }> {
  buyers += 1;
  const buyer = await signInBuyer(app, `buyer${buyers}`);
  const reply = await buyer.buy(purchaseOf(buyer.sub, quantity));
  return { buyer, id: (json(reply)['order'] as { id: string }).id };
}

const read = async (id: string): Promise<OrderRow> => {
  const order = await findOrder(app.context.database.reader, id);
  if (!order) throw new Error('order not found');
  return order;
};

const post = async (path: string, { body, headers }: SignedNotice): Promise<number> =>
  (await send(app.url, `/api/payments/${path}/notices`, { method: 'POST', body, headers })).status;

/** What an order looks like to its buyer, the administrators, the stock and the log. */
interface Seen {
  readonly status: string;
  readonly reasons: string;
  readonly stock: string;
  readonly notes: string;
  readonly isDeletable: boolean;
  readonly isLogged: boolean;
}

async function look(buyer: Buyer, id: string): Promise<Seen> {
  const order = await read(id);
  const [shown] = await buyer.orders();
  const lines = recorder
    .text()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('payment needs'));
  const seen = {
    status: order.status,
    reasons: listReasons(order.needs_attention).toSorted().join(' '),
    stock: order.stock_state,
    notes: (shown?.payment_notes ?? []).join(' '),
    isLogged: lines.length > 0,
  };
  expect(shown?.payment_status).toBe(order.status);
  const deleted = await buyer.call('DELETE', `/api/purchase/${id}`);
  return { ...seen, isDeletable: deleted.status === 204 };
}

/** Expects each of the `UNITS` to be available, reserved or sold, by the counters and by the ledger. */
async function expectStockAddsUp(): Promise<void> {
  const { counters, ledger } = await readStock(app);
  expect(counters).toEqual(ledger);
  expect(counters.available + counters.reserved + counters.sold).toBe(UNITS);
  expect(Math.min(...Object.values(counters))).toBeGreaterThanOrEqual(0);
}

/** A row: the expected status, reasons, stock and notes. An order whose payment has been seen cannot be deleted, unless it failed or was refunded. */
type Row = readonly [status: string, reasons: string, stock: string, notes?: string];
const DELETABLE = new Set(['waiting', 'expired', 'failed', 'refunded', 'frozen', 'spending']);

const expected = ([status, reasons, stock, notes = '']: Row): Seen => ({
  status,
  reasons,
  stock,
  notes,
  isDeletable: DELETABLE.has(status),
  isLogged: reasons !== '',
});

describe('BTCPay Server', TIMEOUT, () => {
  beforeAll(() => startWith(startFakeBtcPay, btcPayEnv));
  afterAll(stop);

  const notify = (invoice: FakeInvoice, notice: BtcPayNotice) =>
    post('btcpay', signBtcPayNotice(invoice, undefined, notice));

  const ROWS: Readonly<Record<string, Row>> = {
    'New/None': ['waiting', '', 'held'],
    'New/PaidPartial': ['part_received', 'paidInPart', 'held'],
    'New/PaidLate': ['confirming', 'paidLate unknownState', 'held', 'checking'],
    'New/PaidOver': ['confirming', 'overpaid unknownState', 'held', 'overpaid checking'],
    'New/Marked': ['waiting', 'unknownState', 'held', 'checking'],
    'New/Invalid': ['waiting', 'unknownState', 'held', 'checking'],
    'Processing/None': ['confirming', '', 'held'],
    'Processing/PaidPartial': ['confirming', 'unknownState', 'held', 'checking'],
    'Processing/PaidLate': ['confirming', 'paidLate', 'held', 'checking'],
    'Processing/PaidOver': ['confirming', 'overpaid', 'held', 'overpaid'],
    'Processing/Marked': ['confirming', 'unknownState', 'held', 'checking'],
    'Processing/Invalid': ['confirming', 'unknownState', 'held', 'checking'],
    'Settled/None': ['finished', '', 'sold'],
    'Settled/PaidPartial': ['finished', 'underpaid', 'sold', 'checking'],
    'Settled/PaidLate': ['finished', '', 'sold'],
    'Settled/PaidOver': ['finished', 'overpaid', 'sold', 'overpaid'],
    'Settled/Marked': ['finished', '', 'sold'],
    'Settled/Invalid': ['finished', 'unknownState', 'sold', 'checking'],
    'Expired/None': ['expired', '', 'free'],
    'Expired/PaidPartial': ['partially_paid', 'paidInPart', 'held'],
    'Expired/PaidLate': ['paid_late', 'paidLate', 'held'],
    'Expired/PaidOver': ['paid_late', 'overpaid paidLate', 'held', 'overpaid'],
    'Expired/Marked': ['expired', 'unknownState', 'free', 'checking'],
    'Expired/Invalid': ['expired', 'unknownState', 'free', 'checking'],
    'Invalid/None': ['failed', 'lostPayment', 'free', 'checking'],
    'Invalid/PaidPartial': ['failed', 'lostPayment', 'free', 'checking'],
    'Invalid/PaidLate': ['failed', 'lostPayment', 'free', 'checking'],
    'Invalid/PaidOver': ['failed', 'lostPayment overpaid', 'free', 'overpaid checking'],
    'Invalid/Marked': ['failed', '', 'free'],
    'Invalid/Invalid': ['failed', 'lostPayment', 'free', 'checking'],
    'Frozen/None': ['frozen', 'unknownState', 'held', 'checking'],
    'Settled/Frozen': ['finished', 'unknownState', 'sold', 'checking'],
  };

  it('has a row for each published state, and two unknown ones', () => {
    const published = BTCPAY_STATUSES.flatMap((status) => BTCPAY_ADDITIONAL.map((more) => `${status}/${more}`));
    expect(Object.keys(ROWS).toSorted()).toEqual([...published, 'Frozen/None', 'Settled/Frozen'].toSorted());
  });

  it.each(Object.entries(ROWS))(
    '[MONEY7] a notice of %s, sent once or twice, acts as its row says',
    async (state, row) => {
      const { buyer, id } = await place();
      const invoice = invoiceOf(provider, id);
      invoice.state = state;
      expect(await notify(invoice, { type: 'InvoiceProcessing' })).toBe(200);
      const once = await read(id);
      expect(await notify(invoice, { type: 'InvoiceProcessing' })).toBe(200);
      expect(await read(id)).toEqual(once);
      expect(await look(buyer, id)).toEqual(expected(row));
      await expectStockAddsUp();
    },
  );

  it.each(['New/None', 'Expired/None', 'Settled/None'])(
    '[MONEY7] each type of notice about an invoice in state %s adds only its own reasons, even when sent twice',
    async (state) => {
      for (const [type, says] of [...BTCPAY_NOTICES, ['InvoiceMelted', {}]] as const) {
        const { id } = await place();
        const invoice = invoiceOf(provider, id);
        invoice.state = state;
        for (let time = 0; time < 2; time += 1) expect(await notify(invoice, { type, ...says })).toBe(200);
        const { status, needs_attention } = await read(id);
        const facts: BtcPayNotice = says;
        const isPaid = state === 'Settled/None';
        const reasons = [
          ...(facts.overPaid ? ['overpaid'] : []),
          ...(facts.partiallyPaid && state === 'New/None' ? ['paidInPart'] : []),
          ...(facts.partiallyPaid && !isPaid ? ['lostPayment'] : []),
          ...(facts.afterExpiration && !isPaid ? ['paidLate'] : []),
          ...(type === 'InvoiceMelted' ? ['unknownState'] : []),
        ];
        expect([type, says, status, listReasons(needs_attention).toSorted()]).toEqual([
          type,
          says,
          { 'New/None': 'waiting', 'Expired/None': 'expired' }[state] ?? 'finished',
          reasons.toSorted(),
        ]);
        expect(recorder.text().includes(id)).toBe(reasons.length > 0);
      }
      await expectStockAddsUp();
    },
  );

  it('[MONEY7] a payment after the invoice has expired is recorded, and takes stock once accepted by hand', async () => {
    const { buyer, id } = await place(2);
    const invoice = invoiceOf(provider, id);
    invoice.state = 'Expired/None';
    await notify(invoice, { type: 'InvoiceExpired', partiallyPaid: false });
    expect(await read(id)).toMatchObject({ status: 'expired', stock_state: 'free' });
    invoice.state = 'Expired/PaidLate';
    await notify(invoice, { type: 'InvoiceReceivedPayment', afterExpiration: true });
    await notify(invoice, { type: 'InvoicePaymentSettled', afterExpiration: true });
    const late = await read(id);
    expect([late.status, late.stock_state, listReasons(late.needs_attention)]).toEqual([
      'paid_late',
      'free',
      ['paidLate'],
    ]);
    expect((await buyer.call('DELETE', `/api/purchase/${id}`)).status).toBe(409);
    invoice.state = 'Settled/Marked';
    await notify(invoice, { type: 'InvoiceSettled', manuallyMarked: true });
    await notify(invoice, { type: 'InvoicePaymentSettled', afterExpiration: true });
    expect(await read(id)).toMatchObject({ status: 'finished', stock_state: 'sold', needs_attention: '' });
    invoice.state = 'Invalid/Marked';
    await notify(invoice, { type: 'InvoiceInvalid', manuallyMarked: true });
    const revoked = await read(id);
    expect([revoked.status, listReasons(revoked.needs_attention)]).toEqual(['finished', ['revoked']]);
    await expectStockAddsUp();
  });

  it('[MONEY7] once the rest of a partial payment arrives, the order waits as for a payment of the whole price', async () => {
    const { id } = await place();
    const invoice = Object.assign(invoiceOf(provider, id), { state: 'New/PaidPartial', paidShare: 1 / 3 });
    await notify(invoice, { type: 'InvoiceReceivedPayment' });
    expect(await read(id)).toMatchObject({ status: 'part_received', paid_share: 0.3328 });
    Object.assign(invoice, { state: 'Processing/None', paidShare: 0.999 });
    await notify(invoice, { type: 'InvoiceProcessing' });
    expect(await read(id)).toMatchObject({ status: 'confirming', paid_share: null, needs_attention: '' });
  });

  it('[MONEY1] an order above the highest price of one unit is paid by its exact total', async () => {
    const fields = { good_condition_price: '9999999.99' };
    await app.context.products.saveProducts('ayz', [{ id: CAMERA_ID, fields }]);
    buyers += 1;
    const buyer = await signInBuyer(app, `buyer${buyers}`);
    const reply = await buyer.buy({ ...purchaseOf(buyer.sub, 3), total_amount: 29_999_999.97 });
    const { id } = json(reply)['order'] as { id: string };
    const invoice = Object.assign(invoiceOf(provider, id), { state: 'Settled/None' });
    await notify(invoice, { type: 'InvoiceSettled' });
    expect(await read(id)).toMatchObject({ status: 'finished', needs_attention: '', total_cents: 2_999_999_997 });
  });
});

/** The share that has arrived. */
const ARRIVED = { unknown: undefined, part: 1 / 3, whole: 1, over: 1.25 } as const;
/** The rows of NOWPayments, and of the simulator, which has the same states. */
const PAYMENT_ROWS: Readonly<Record<string, Row>> = {
  'waiting unknown': ['waiting', '', 'held'],
  'waiting part': ['part_received', 'paidInPart', 'held'],
  'waiting whole': ['confirming', '', 'held'],
  'waiting over': ['confirming', 'overpaid', 'held', 'overpaid'],
  'confirming unknown': ['confirming', '', 'held'],
  'confirming part': ['confirming', '', 'held'],
  'confirming whole': ['confirming', '', 'held'],
  'confirming over': ['confirming', 'overpaid', 'held', 'overpaid'],
  'confirmed unknown': ['confirmed', '', 'held'],
  'confirmed part': ['confirmed', '', 'held'],
  'confirmed whole': ['confirmed', '', 'held'],
  'confirmed over': ['confirmed', 'overpaid', 'held', 'overpaid'],
  'sending unknown': ['sending', '', 'held'],
  'sending part': ['sending', '', 'held'],
  'sending whole': ['sending', '', 'held'],
  'sending over': ['sending', 'overpaid', 'held', 'overpaid'],
  'partially_paid unknown': ['partially_paid', 'paidInPart', 'held'],
  'partially_paid part': ['partially_paid', 'paidInPart', 'held'],
  'partially_paid whole': ['partially_paid', 'paidInPart', 'held'],
  'partially_paid over': ['partially_paid', 'overpaid paidInPart', 'held', 'overpaid'],
  'finished unknown': ['finished', '', 'sold'],
  'finished part': ['finished', 'underpaid', 'sold', 'checking'],
  'finished whole': ['finished', '', 'sold'],
  'finished over': ['finished', 'overpaid', 'sold', 'overpaid'],
  'failed unknown': ['failed', '', 'free'],
  'failed part': ['failed', 'lostPayment', 'free', 'checking'],
  'failed whole': ['failed', 'lostPayment', 'free', 'checking'],
  'failed over': ['failed', 'lostPayment overpaid', 'free', 'overpaid checking'],
  'refunded unknown': ['refunded', '', 'free'],
  'refunded part': ['refunded', '', 'free'],
  'refunded whole': ['refunded', '', 'free'],
  'refunded over': ['refunded', '', 'free'],
  'expired unknown': ['expired', '', 'free'],
  'expired part': ['partially_paid', 'paidInPart', 'held'],
  'expired whole': ['paid_late', 'paidLate', 'held'],
  'expired over': ['paid_late', 'overpaid paidLate', 'held', 'overpaid'],
  'spending unknown': ['spending', 'unknownState', 'held', 'checking'],
};

describe('NOWPayments', TIMEOUT, () => {
  beforeAll(() => startWith(startFakeNowPayments, nowPaymentsEnv));
  afterAll(stop);

  it('has a row for each published status with each amount that can have arrived, and an unknown one', () => {
    const published = NOWPAYMENTS_STATUSES.flatMap((status) =>
      Object.keys(ARRIVED).map((arrived) => `${status} ${arrived}`),
    );
    expect(Object.keys(PAYMENT_ROWS).toSorted()).toEqual([...published, 'spending unknown'].toSorted());
  });

  it.each(Object.entries(PAYMENT_ROWS))(
    '[MONEY7] a notice of %s, sent once or twice, acts as its row says',
    async (state, row) => {
      const [status = '', arrived] = state.split(' ') as [string, keyof typeof ARRIVED];
      const { buyer, id } = await place();
      const invoice = Object.assign(invoiceOf(provider, id), { status, paidShare: ARRIVED[arrived] });
      expect(await post('nowpayments', signNowPaymentsNotice(invoice))).toBe(200);
      const once = await read(id);
      expect(await post('nowpayments', signNowPaymentsNotice(invoice))).toBe(200);
      expect(await read(id)).toEqual(once);
      expect(await look(buyer, id)).toEqual(expected(row));
      await expectStockAddsUp();
    },
  );

  it('[MONEY1] a payment of a cent too much counts as overpaid, and one of less than a cent too much does not', async () => {
    for (const [share, reasons] of [
      [1 + 0.01 / CAMERA_PRICE, ['overpaid']],
      [1 + 0.009 / CAMERA_PRICE, []],
    ] as const) {
      const { id } = await place();
      const invoice = Object.assign(invoiceOf(provider, id), { status: 'confirming', paidShare: share });
      await post('nowpayments', signNowPaymentsNotice(invoice));
      expect(listReasons((await read(id)).needs_attention)).toEqual(reasons);
    }
  });
});

describe('the simulator', TIMEOUT, () => {
  let gateway: DemoGateway;
  beforeAll(async () => {
    app = await startOrderApp(UNITS, { orderingTimes: IDLE, env: { LOG_LEVEL: 'info' }, logTo: recorder.logTo });
    gateway = await openDemoGateway(app.context);
  });
  afterAll(() => app.stop());

  it.each(Object.entries(PAYMENT_ROWS))(
    '[MONEY7] a notice of %s, sent once or twice, acts as its row says',
    async (state, row) => {
      const [status = '', arrived] = state.split(' ') as [string, keyof typeof ARRIVED];
      const { buyer, id } = await place();
      const paid_cents = Math.round(CAMERA_PRICE * 100 * (ARRIVED[arrived] ?? 0));
      const { write, database } = app.context;
      await write(({ trx }) =>
        trx.updateTable('demo_invoice').set({ status, paid_cents }).where('order_id', '=', id).execute(),
      );
      const invoice = await findDemoInvoice(database.reader, 'order_id', id);
      if (!invoice) throw new Error('no invoice');
      expect(await post('demo', gateway.signNotice(invoice))).toBe(200);
      const once = await read(id);
      expect(await post('demo', gateway.signNotice(invoice))).toBe(200);
      expect(await read(id)).toEqual(once);
      expect(await look(buyer, id)).toEqual(expected(row));
      await expectStockAddsUp();
    },
  );
});

describe('notices of one payment', TIMEOUT, () => {
  beforeAll(() => startWith(startFakeNowPayments, nowPaymentsEnv));
  afterAll(stop);
  afterEach(expectStockAddsUp);

  const TOTAL = (CAMERA_PRICE * 100) as Cents;
  const STATES = [...NOWPAYMENTS_STATUSES, 'spending'].flatMap((status) =>
    [undefined, 400, 1_250, 1_600].map((paid) => ({ ...readPaymentState(status, paid as Cents | undefined, TOTAL) })),
  );

  const createReports = () => {
    const { database, write, stock, log, now } = app.context;
    const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
    return createPaymentReports({ database, write, changes, log, now });
  };

  /**
   * The order of the notices decides whether a partial payment came before or after the stock's release; both reasons count as one here.
   */
  const withoutStock = (reasons: readonly string[]): string[] =>
    reasons.map((reason) => (reason === 'partReleased' ? 'paidInPart' : reason)).toSorted();

  it('[MONEY2] lead to the same status and reasons in every order, even when each is sent twice', async () => {
    const reports = createReports();
    const endOf = async (states: typeof STATES) => {
      const { id: orderId } = await place();
      for (const state of states) {
        await reports.apply('nowpayments', { orderId, ...state, amount: TOTAL, currency: 'USD', chargeId: 'one' });
      }
      const { status, needs_attention } = await read(orderId);
      return [status, withoutStock(listReasons(needs_attention))];
    };
    const some = fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 2, maxLength: 4 });
    const orders = some.chain((states) => {
      const twice = [...states, ...states];
      return fc.tuple(fc.constant(states), fc.shuffledSubarray(twice, { minLength: twice.length }));
    });
    await fc.assert(
      fc.asyncProperty(orders, async ([states, shuffled]) => {
        expect(await endOf(shuffled)).toEqual(await endOf(states));
      }),
      property(150),
    );
  });

  it.each([
    ['finished', 'finished'],
    ['finished', 'partially_paid'],
    ['partially_paid', 'finished'],
    ['refunded', 'finished'],
  ])('[MONEY7] that is %s and one of another charge that is %s count as paid twice', async (first, second) => {
    const reports = createReports();
    const { id: orderId } = await place();
    const common = { orderId, amount: TOTAL, currency: 'USD' };
    await reports.apply('nowpayments', { ...common, status: first, chargeId: 'one' });
    for (let time = 0; time < 2; time += 1)
      await reports.apply('nowpayments', { ...common, status: second, chargeId: 'two' });
    expect(listReasons((await read(orderId)).needs_attention)).toContain('paidTwice');
  });
});
