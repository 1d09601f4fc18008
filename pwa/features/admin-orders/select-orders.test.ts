import { describe, expect, it, test } from 'vitest';
import { createAdminOrder } from './testing/admin-order.ts';
import { planOrderRows } from './order-rows.ts';
import { countOrders, isToSend, NO_FILTER, selectOrders, TO_SEND } from './select-orders.ts';
import type { OrderFilter } from './select-orders.ts';

const NO_IDS: ReadonlySet<string> = new Set();
const ORDERS = [
  createAdminOrder({ id: 'ord_5', title: 'Lamp', payment_status: 'finished', tracking_number: 'RR1', shipped: true }),
  createAdminOrder({ id: 'ord_4', title: 'Canon EOS', payment_status: 'finished' }),
  createAdminOrder({ id: 'ord_3', payment_id: 'pay_77', payment_status: 'waiting', email: 'bob@example.com' }),
  createAdminOrder({ id: 'ord_2', payment_status: 'finished', needs_attention: 'Paid twice.' }),
  createAdminOrder({ id: 'ord_1', contact_name: 'Zoë Ünal', payment_status: 'my_word' }),
];
const idsOf = (filter: Partial<OrderFilter>, retainedIds = NO_IDS): string[] =>
  selectOrders(ORDERS, { ...NO_FILTER, ...filter }, retainedIds).map(({ id }) => id);

describe('a filter', () => {
  it.each<[Partial<OrderFilter>, string[]]>([
    [{}, ['ord_5', 'ord_4', 'ord_3', 'ord_2', 'ord_1']],
    [{ search: '  canon ' }, ['ord_4']],
    [{ search: 'ord_3' }, ['ord_3']],
    [{ search: 'PAY_77' }, ['ord_3']],
    [{ search: 'bob@' }, ['ord_3']],
    [{ search: 'zoë ü' }, ['ord_1']],
    [{ search: 'rr1' }, ['ord_5']],
    [{ search: 'rr 1' }, ['ord_5']],
    [{ search: 'zoe unal' }, ['ord_1']],
    [{ search: 'canoneos' }, ['ord_4']],
    [{ search: 'ｌａｍｐ' }, ['ord_5']],
    [{ search: 'nothing like it' }, []],
    [{ status: 'waiting' }, ['ord_3']],
    [{ status: 'my_word' }, ['ord_1']],
    [{ sent: 'sent' }, ['ord_5']],
    [{ attentionOnly: true }, ['ord_2']],
    [TO_SEND, ['ord_4', 'ord_2']],
    [{ ...TO_SEND, search: 'eos' }, ['ord_4']],
  ])('%j shows %j', (filter, ids) => {
    expect(idsOf(filter)).toEqual(ids);
  });

  it('does not match text across two fields', () => {
    expect(idsOf({ search: 'ord_3pay_77' })).toEqual([]);
  });

  it('retains an order whose shipment just changed, unless another criterion excludes it', () => {
    const retainedIds = new Set(['ord_5', 'ord_1']);
    expect(idsOf(TO_SEND, retainedIds)).toEqual(['ord_5', 'ord_4', 'ord_2']);
  });
});

test('countOrders counts all orders, those to send, those that need attention, and each payment status', () => {
  expect(countOrders(ORDERS)).toEqual({
    all: 5,
    toSend: 2,
    attention: 1,
    byStatus: [
      ['finished', 3],
      ['my_word', 1],
      ['waiting', 1],
    ],
  });
  expect(ORDERS.filter(isToSend).map(({ id }) => id)).toEqual(['ord_4', 'ord_2']);
});

describe('rows', () => {
  const at = (hours: number): string => new Date(2026, 10, 21, hours).toISOString();

  it('start with orders that need attention, then follow the local days', () => {
    const orders = [
      createAdminOrder({ id: 'c', created_at: at(24) }),
      createAdminOrder({ id: 'b', created_at: at(23), needs_attention: 'Paid in part.' }),
      createAdminOrder({ id: 'a', created_at: at(23) }),
      createAdminOrder({ id: 'z', created_at: at(0) }),
      createAdminOrder({ id: 'y', created_at: at(-1) }),
    ];
    expect(planOrderRows(orders).map(({ key }) => key)).toEqual([
      'attention',
      'b',
      '2026-11-22',
      'c',
      '2026-11-21',
      'a',
      'z',
      '2026-11-20',
      'y',
    ]);
  });

  it('are empty without orders', () => {
    expect(planOrderRows([])).toEqual([]);
  });
});
