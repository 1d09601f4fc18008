import { describe, expect, it } from 'vitest';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { OpenBoxFields } from '#contract/products/product.ts';
import { changedFields, mergeEdit, rebaseEdit } from './merge-edit.ts';

const base: OpenBoxFields = {
  ...PRODUCT_DEFAULTS.openBox,
  title: 'Phone',
  store: 'Shelf',
  good_condition_price: '50',
  good_condition_available_quantity: '5',
};
const change = (fields: Partial<OpenBoxFields>): OpenBoxFields => ({ ...base, ...fields });

describe('[ADM4] an edit that meets another one', () => {
  it('keeps the changes of both, where they differ in fields', () => {
    const merged = mergeEdit(base, change({ title: 'Phone 2' }), change({ store: 'Box', good_condition_price: '40' }));
    expect(merged.fields).toEqual(change({ title: 'Phone 2', store: 'Box', good_condition_price: '40' }));
    expect(merged.conflicts).toEqual([]);
  });

  it('conflicts in each field that both changed differently, and in no other', () => {
    const mine = change({ title: 'Mine', store: 'Same', good_condition_price: '60' });
    const theirs = change({ title: 'Theirs', store: 'Same', good_condition_price: '70' });
    const merged = mergeEdit(base, mine, theirs);
    expect(merged.fields).toEqual(mine);
    expect(merged.conflicts).toEqual([
      { field: 'title', base: 'Phone', mine: 'Mine', theirs: 'Theirs' },
      { field: 'good_condition_price', base: '50', mine: '60', theirs: '70' },
    ]);
  });

  it('keeps what was typed into a field that the version of the form did not know', () => {
    const { barcode: _unknown, ...older } = base;
    const merged = mergeEdit(older as OpenBoxFields, change({ barcode: '4006381333931' }), change({ title: 'Theirs' }));
    expect(merged).toEqual({ fields: change({ title: 'Theirs', barcode: '4006381333931' }), conflicts: [] });
    const scanned = change({ barcode: '4006381333931' });
    expect(mergeEdit(older as OpenBoxFields, change({ title: 'Mine' }), scanned).fields).toEqual({
      ...scanned,
      title: 'Mine',
    });
  });

  it('leaves a stock count that sales have changed, unless it was recounted', () => {
    const sold = change({ good_condition_available_quantity: '4' });
    expect(mergeEdit(base, change({ title: 'New' }), sold).fields).toEqual({ ...sold, title: 'New' });
    const counted = mergeEdit(base, change({ good_condition_available_quantity: '9' }), sold);
    expect(counted.conflicts).toMatchObject([{ base: '5', mine: '9', theirs: '4' }]);
  });
});

it('sends only what it changed', () => {
  expect(changedFields(base, change({ title: 'New', store: '' }))).toEqual({ title: 'New', store: '' });
  expect(changedFields(base, { ...base })).toEqual({});
});

describe('[ADM5] an edit behind another one of the same device', () => {
  const later = { base: { version: 3, fields: base }, fields: change({ title: 'Second', store: 'Box' }) };

  it('replaces its own device’s changes and leaves the rest as it is by then', () => {
    const saved = { version: 7, fields: change({ title: 'First', good_condition_price: '40' }) };
    const rebased = rebaseEdit(later, new Set(['title', 'good_condition_price']), saved);
    expect(rebased.base).toEqual(saved);
    expect(rebased.fields).toEqual({ ...saved.fields, title: 'Second', store: 'Box' });
    expect(changedFields(rebased.base.fields, rebased.fields)).toEqual({ title: 'Second', store: 'Box' });
  });

  it('still conflicts with what others wrote into its fields', () => {
    const saved = { version: 7, fields: change({ title: 'First', store: 'Theirs' }) };
    const rebased = rebaseEdit(later, new Set(['title']), saved);
    expect(rebased.base.version).toBe(3);
    const { conflicts } = mergeEdit(rebased.base.fields, rebased.fields, saved.fields);
    expect(conflicts).toEqual([{ field: 'store', base: 'Shelf', mine: 'Box', theirs: 'Theirs' }]);
  });
});
