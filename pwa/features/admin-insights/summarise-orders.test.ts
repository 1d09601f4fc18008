import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import { packFacts, toFact, utcDayOf, utcMonthOf } from '#sync/admin/store/order-facts.ts';
import type { MonthFacts } from '#sync/api/admin-api.ts';
import { PERIODS } from './period.ts';
import type { Period } from './period.ts';
import { summariseOrders } from './summarise-orders.ts';

const ZONES = ['UTC', 'America/Santiago', 'Europe/Moscow', 'Pacific/Apia', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const DAY_MS = 86_400_000;
const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

type Sample = Pick<
  AdminOrder,
  'created_at' | 'total_amount' | 'product_id' | 'quantity' | 'shipped' | 'payment_status'
>;

const sample: fc.Arbitrary<Sample> = fc.record({
  created_at: fc
    .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2026, 11, 31) })
    .map((time) => new Date(time).toISOString()),
  total_amount: fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
  product_id: fc.integer({ min: 1, max: 20 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  shipped: fc.boolean(),
  payment_status: fc.constantFrom('finished', 'finished', 'waiting', 'expired', 'a-word-of-the-provider'),
});

const pack = (orders: readonly Sample[]): readonly MonthFacts[] =>
  [...Map.groupBy(orders as readonly AdminOrder[], (order) => utcMonthOf(utcDayOf(order)))].map(([month, rows]) =>
    packFacts(month, rows.map(toFact)),
  );

const calendars = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
);

/** Returns the calendar day of a time in a time zone, by the platform's own calendar. */
const dayIn = (zone: string, time: string | number): string => calendars.get(zone)?.format(new Date(time)) ?? '';

/** Lists the days of a period by counting back from noon to noon in UTC, which has no clock changes. */
function daysOf(zone: string, period: Period, nowMs: number, orders: readonly Sample[]): readonly string[] {
  const today = Date.parse(`${dayIn(zone, nowMs)}T12:00:00Z`);
  const first = orders.map(({ created_at }) => dayIn(zone, created_at)).toSorted()[0] ?? dayIn(zone, nowMs);
  const count = period === 'all' ? (today - Date.parse(`${first}T12:00:00Z`)) / DAY_MS + 1 : Number(period);
  return Array.from({ length: Math.max(count, 1) }, (_, back) =>
    new Date(today - back * DAY_MS).toISOString().slice(0, 10),
  ).toReversed();
}

const cents = (orders: readonly Sample[]): bigint =>
  orders.reduce((sum, { total_amount }) => sum + BigInt(total_amount.toFixed(2).replace('.', '')), 0n);

function sumUp(orders: readonly Sample[]): object {
  const paid = orders.filter(({ payment_status }) => payment_status === 'finished');
  const units = paid.reduce((sum, { quantity }) => sum + quantity, 0);
  return { orders: orders.length, paid: paid.length, units, salesCents: Number(cents(paid)) };
}

describe('[ADM11] the sums of orders', () => {
  it.each(ZONES)('equal naive sums over the rows by the calendar of %s', (zone) => {
    process.env['TZ'] = zone;
    fc.assert(
      fc.property(
        fc.array(sample, { maxLength: 60 }),
        fc.constantFrom(...PERIODS),
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }),
        (all, period, nowMs) => {
          const orders = all.filter(({ created_at }) => Date.parse(created_at) <= nowMs);
          const summary = summariseOrders(pack(orders), period, nowMs);
          const days = daysOf(zone, period, nowMs, orders);
          const isWithin = ({ created_at }: Sample): boolean => days.includes(dayIn(zone, created_at));
          const within = orders.filter(isWithin);

          expect(summary.days.map(({ startMs }) => dayIn(zone, startMs))).toEqual(days);
          const byDay = Map.groupBy(within, ({ created_at }) => dayIn(zone, created_at));
          expect(summary.days.map(({ startMs: _startMs, ...sums }) => sums)).toEqual(
            days.map((day) => sumUp(byDay.get(day) ?? [])),
          );
          expect(summary.total).toEqual(sumUp(within));
          expect(new Map(summary.statuses.map(({ status, ...sums }) => [status, sums]))).toEqual(
            new Map(
              [...Map.groupBy(within, ({ payment_status }) => payment_status)].map(([status, rows]) => [
                status,
                { orders: rows.length, cents: Number(cents(rows)) },
              ]),
            ),
          );
          const everPaid = orders.filter(({ payment_status }) => payment_status === 'finished');
          expect(summary.toSend).toBe(everPaid.filter(({ shipped }) => !shipped).length);
          expect(summary.soldIds).toEqual(
            [...new Set(everPaid.map(({ product_id }) => product_id))].toSorted((a, b) => a - b),
          );
          expect(summary.orders).toBe(orders.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('compare a period with as many days before it', () => {
    process.env['TZ'] = 'Europe/Moscow';
    const at = (created_at: string, total_amount: number): Sample => ({
      created_at,
      total_amount,
      product_id: 1,
      quantity: 1,
      shipped: false,
      payment_status: 'finished',
    });
    const facts = pack([
      at('2026-11-23T10:00:00.000Z', 1),
      // 20:59 UTC is 23:59 in Moscow, so still the 16th: the current week begins on the 17th, the one before on the 10th.
      at('2026-11-16T20:59:00.000Z', 2),
      at('2026-11-16T21:00:00.000Z', 4),
      at('2026-11-09T21:00:00.000Z', 8),
      at('2026-11-09T20:59:00.000Z', 16),
    ]);
    const { total, before } = summariseOrders(facts, '7', Date.parse('2026-11-23T12:00:00Z'));
    expect([total.salesCents, before?.salesCents]).toEqual([500, 1_000]);
    expect(summariseOrders(facts, 'all', Date.parse('2026-11-23T12:00:00Z')).before).toBeNull();
  });
});
