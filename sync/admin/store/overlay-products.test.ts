import { expect, test } from 'vitest';
import { addLamp, deletionOf, editOf, LAMP } from '../../testing/admin-operations.ts';
import type { AdminEntry, AdminOperation } from '../../api/admin-api.ts';
import { overlayFields, waitingProducts, waitingTitle } from './overlay-products.ts';

const entry = (operation: AdminOperation, state: AdminEntry['state'] = 'waiting', op = 1): AdminEntry => ({
  op,
  operation,
  createdAtMs: 0,
  state,
  rejection: null,
  conflict: null,
});
const edit = (id: number, changes: Partial<typeof LAMP>, fields = LAMP): AdminOperation =>
  editOf({ id, base: { version: 1, fields } }, changes);

test('a product shows the last of its pending operations, unless a person must decide one', () => {
  const entries = [
    entry(addLamp([], {}, { id: 9 })),
    entry(edit(1, { price: '11' })),
    entry(deletionOf(1)),
    entry(edit(2, { price: '11' }), 'conflict'),
    entry(edit(3, { price: '11' }), 'rejected'),
    entry(edit(3, { title: 'Desk lamp' })),
    entry({ ...deletionOf(4), shop: 'smart' }),
    entry({ kind: 'deleteOrder', paymentId: 'ord_1' }),
  ];
  expect([...waitingProducts(entries, 'pc')]).toEqual([
    [9, 'add'],
    [1, 'remove'],
    [2, 'attention'],
    [3, 'attention'],
  ]);
});

test('pending edits are stacked and leave other fields alone', () => {
  const second = { ...LAMP, price: '11' };
  const entries = [
    entry(edit(1, { price: '11' })),
    entry(edit(1, { title: 'Desk lamp', price: '12' }, second)),
    entry(edit(1, { category: 'Floor' }), 'rejected'),
    entry(edit(2, { price: '99' })),
  ];
  expect(overlayFields(entries, 'pc', 1)).toEqual({ price: '12', title: 'Desk lamp' });
  expect(overlayFields(entries, 'pc', 7)).toEqual({});
});

test('a product with a pending addition is known by its planned id', () => {
  const entries = [
    entry(addLamp([], {}, { id: 9 })),
    entry(addLamp([], { title: 'Sofa' }, { id: 9 })),
    entry(edit(1, { price: '11' })),
  ];
  expect(waitingTitle(entries, 'pc', 9)).toBe('Sofa');
  expect([waitingTitle(entries, 'smart', 9), waitingTitle(entries, 'pc', 1)]).toEqual([undefined, undefined]);
});
