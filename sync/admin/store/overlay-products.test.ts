import { expect, test } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
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
const lamp = { ...PRODUCT_DEFAULTS.affiliate, title: 'Lamp', main_category: 'Light', category: 'Desk', price: '10' };
const edit = (id: number, change: object, base: typeof lamp = lamp): AdminOperation => ({
  kind: 'editProduct',
  shop: 'pc',
  id,
  base: { version: 1, fields: base },
  fields: { ...base, ...change },
  images: null,
});

test('a product shows its last pending operation, or one that needs a person', () => {
  const entries = [
    entry({ kind: 'addProduct', shop: 'pc', id: 9, isOwnId: false, fields: lamp, images: [] }),
    entry(edit(1, { price: '11' })),
    entry({ kind: 'deleteProduct', shop: 'pc', id: 1, title: 'Lamp' }),
    entry(edit(2, { price: '11' }), 'conflict'),
    entry(edit(3, { price: '11' }), 'rejected'),
    entry({ kind: 'deleteProduct', shop: 'smart', id: 4, title: 'Lamp' }),
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
  const second = { ...lamp, price: '11' };
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
    entry({ kind: 'addProduct', shop: 'pc', id: 9, isOwnId: false, fields: lamp, images: [] }),
    entry({ kind: 'addProduct', shop: 'pc', id: 9, isOwnId: true, fields: { ...lamp, title: 'Sofa' }, images: [] }),
    entry(edit(1, { price: '11' })),
  ];
  expect(waitingTitle(entries, 'pc', 9)).toBe('Sofa');
  expect([waitingTitle(entries, 'smart', 9), waitingTitle(entries, 'pc', 1)]).toEqual([undefined, undefined]);
});
