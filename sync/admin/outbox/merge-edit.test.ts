import { expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { OpenBoxFields } from '#contract/products/product.ts';
import { mergeEdit, rebaseEdit } from './merge-edit.ts';

const base: OpenBoxFields = { ...PRODUCT_DEFAULTS.openBox, title: 'Phone', store: 'Shelf', good_condition_price: '50' };
const change = (fields: Partial<OpenBoxFields>): OpenBoxFields => ({ ...base, ...fields });

it('[ADM4] an edit keeps what was typed into a field that its base, stored by an earlier version of the app, lacks', () => {
  const { barcode: _unknown, ...older } = base;
  const merged = mergeEdit(older as OpenBoxFields, change({ barcode: '4006381333931' }), change({ title: 'Theirs' }));
  expect(merged).toEqual({ fields: change({ title: 'Theirs', barcode: '4006381333931' }), conflicts: [] });
  const scanned = change({ barcode: '4006381333931' });
  expect(mergeEdit(older as OpenBoxFields, change({ title: 'Mine' }), scanned).fields).toEqual({
    ...scanned,
    title: 'Mine',
  });
});

it('[ADM5] an edit behind another one of the same device still conflicts with what others wrote into its fields', () => {
  const later = { base: { version: 3, fields: base }, fields: change({ title: 'Second', store: 'Box' }) };
  const saved = { version: 7, fields: change({ title: 'First', store: 'Theirs' }) };
  const rebased = rebaseEdit(later, new Set(['title']), saved);
  expect(rebased.base.version).toBe(3);
  const { conflicts } = mergeEdit(rebased.base.fields, rebased.fields, saved.fields);
  expect(conflicts).toEqual([{ field: 'store', base: 'Shelf', mine: 'Box', theirs: 'Theirs' }]);
});
