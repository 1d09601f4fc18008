import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kept, LAMP, stored } from '../../testing/admin-operations.ts';
import type { AdminData, ProductDraft } from '../../api/admin-api.ts';
import { openAdminData } from './open-admin-data.ts';

const KEY = 'pc/edit/5';
const fields = { ...LAMP, price: '10' };
const OPENED: ProductDraft = {
  fields,
  id: '5',
  isOwnId: false,
  images: [stored('1.webp'), stored('2.webp')],
  links: '',
  base: { version: 3, fields },
};

/** A window with the form open: what it shows, what it knows of the stored draft, and what was typed in it. */
function openWindow(data: AdminData) {
  let shown = OPENED;
  let seen = OPENED;
  const own = new Map<string, string | number>();
  return {
    data,
    type: (field: string, value: string): void => {
      if (!own.has(field)) own.set(field, shown.fields[field] ?? '');
      shown = { ...shown, fields: { ...shown.fields, [field]: value } };
    },
    change: (change: Partial<ProductDraft>): void => {
      shown = { ...shown, ...change };
    },
    save: async (): Promise<ProductDraft> => {
      shown = await data.saveDraft(KEY, shown, { seen, own });
      seen = shown;
      return shown;
    },
  };
}

let left: ReturnType<typeof openWindow>;
let right: ReturnType<typeof openWindow>;
beforeEach(() => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  [left, right] = [openWindow(openAdminData(idb)), openWindow(openAdminData(idb))];
});
afterEach(() => {
  left.data.close();
  right.data.close();
});

describe('[ADM15] one form in two windows', () => {
  it('has the changes that both windows made in different fields', async () => {
    left.type('title', 'Desk lamp');
    right.type('price', '12');
    await Promise.all([left.save(), right.save()]);
    const draft = await left.data.draft(KEY);
    expect(draft?.fields).toMatchObject({ title: 'Desk lamp', price: '12' });
    expect(draft?.alternatives ?? {}).toEqual({});
  });

  it('keeps both values of a field that was typed in both at the same time', async () => {
    left.type('price', '11');
    right.type('price', '12');
    await left.save();
    expect(await right.save()).toMatchObject({
      fields: { price: '12' },
      alternatives: { price: { base: '10', value: '11' } },
    });
  });

  it('keeps the value that was typed here and saved before another window changed it', async () => {
    left.type('price', '11');
    await left.save();
    right.change((await right.data.draft(KEY)) ?? {});
    await right.save();
    right.type('price', '12');
    await right.save();
    expect(await left.save()).toMatchObject({
      fields: { price: '12' },
      alternatives: { price: { base: '10', value: '11' } },
    });
    // Further typing adds no alternative, and a choice made in one window applies to both.
    right.type('price', '12.5');
    expect((await right.save()).alternatives).toEqual({ price: { base: '10', value: '11' } });
    left.change({ ...(await left.save()), fields: { ...fields, price: '11' }, alternatives: {} });
    await left.save();
    const decided = await right.save();
    expect([decided.fields['price'], decided.alternatives ?? {}]).toEqual(['11', {}]);
  });

  it('has the images that were added in both, without those that were removed in one', async () => {
    const [first, second] = OPENED.images;
    left.change({ images: [...OPENED.images, kept('a')] });
    right.change({ images: [second, kept('b')] as ProductDraft['images'] });
    await left.save();
    const { images } = await right.save();
    expect(images).toEqual([second, kept('b'), kept('a')]);
    expect(images).not.toContainEqual(first);
  });

  it('is written whole when the other window has dropped the draft', async () => {
    left.type('title', 'Desk lamp');
    await left.save();
    await right.data.dropDraft(KEY);
    left.type('price', '12');
    expect((await left.save()).fields).toMatchObject({ title: 'Desk lamp', price: '12' });
  });
});
