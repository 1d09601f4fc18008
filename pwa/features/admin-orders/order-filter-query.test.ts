import { expect, it, test } from 'vitest';
import { findFilter, toFilterQuery } from './order-filter-query.ts';
import { NO_FILTER, selectOrders } from './select-orders.ts';
import { createAdminOrder } from './testing/admin-order.ts';

test.each([
  { status: 'finished', sent: 'unsent', from: '2026-11-01', until: '2026-11-30' },
  { status: 'a word & more=?', sent: 'sent', from: null, until: null },
  { status: null, sent: 'all', from: '2026-02-28', until: null },
] as const)('a link made from the filter %j opens the list with that filter', (filter) => {
  expect(findFilter(toFilterQuery(filter))).toEqual({ ...NO_FILTER, ...filter });
});

it('parameters of a URL that are not valid filters are ignored', () => {
  expect(toFilterQuery(NO_FILTER)).toBe('');
  for (const search of ['', '?view=audit', '?from=yesterday&until=2026-13-01&sent=maybe'])
    expect(findFilter(search)).toEqual(NO_FILTER);
});

it('a filter by days covers all from the first moment of its first day to the last moment of its last day', () => {
  const at = (id: string, ...time: [number, number, number, number, number]) =>
    createAdminOrder({ id, created_at: new Date(...time).toISOString() });
  const orders = [
    at('after', 2026, 10, 24, 0, 0),
    at('last', 2026, 10, 23, 23, 59),
    at('first', 2026, 10, 22, 0, 0),
    at('before', 2026, 10, 21, 23, 59),
  ];
  const idsOf = (filter: object) => selectOrders(orders, { ...NO_FILTER, ...filter }, new Set()).map(({ id }) => id);
  expect(idsOf({ from: '2026-11-22', until: '2026-11-23' })).toEqual(['last', 'first']);
  expect(idsOf({ from: '2026-11-23' })).toEqual(['after', 'last']);
  expect(idsOf({ until: '2026-11-21' })).toEqual(['before']);
});
