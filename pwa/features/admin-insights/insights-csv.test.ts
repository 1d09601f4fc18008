import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { describeAge } from './chats-part.tsx';
import { tableOfDays, toCsv } from './insights-csv.ts';

it('a file of days has a line for every day, with amounts in dollars', () => {
  const day = (date: number, salesCents: number) => ({
    startMs: new Date(2026, 10, date).getTime(),
    orders: 2,
    paid: 1,
    units: 3,
    salesCents,
  });
  const text = toCsv(tableOfDays([day(22, 5), day(23, 123_456_789)]));
  expect(parse(text, { bom: true, columns: true })).toEqual([
    { day: '2026-11-22', orders: '2', paid_orders: '1', units: '3', sales: '0.05' },
    { day: '2026-11-23', orders: '2', paid_orders: '1', units: '3', sales: '1234567.89' },
  ]);
});

it('a title that looks like a formula is text in the file', () => {
  const text = toCsv({ name: 'x', columns: ['title', 'views'], rows: [['=1+2', -3]] });
  expect(parse(text, { bom: true })).toEqual([
    ['title', 'views'],
    ["'=1+2", "'-3"],
  ]);
});

it.each([
  [-5_000, '1 minute'],
  [0, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [60 * 60_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [48 * 3_600_000, '2 days'],
  [400 * 86_400_000, '400 days'],
])('an age of %d ms is %s', (ms, text) => expect(describeAge(ms)).toBe(text));
