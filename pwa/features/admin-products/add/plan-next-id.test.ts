import { expect, test } from 'vitest';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { planNextId } from './plan-next-id.ts';

const add = (shop: 'ayz' | 'pc', id: number): AdminEntry => ({
  op: id,
  operation: { kind: 'addProduct', shop, id, isOwnId: false, fields: {} as never, images: [] },
  createdAtMs: 0,
  state: 'waiting',
  rejection: null,
  conflict: null,
});

test('the next id is the server’s proposal, or one above the shop’s highest pending addition', () => {
  expect(planNextId('ayz', 0, [])).toBe(1);
  expect(planNextId('ayz', 12, [])).toBe(12);
  expect(planNextId('ayz', 12, [add('ayz', 12), add('ayz', 13), add('pc', 99)])).toBe(14);
});
