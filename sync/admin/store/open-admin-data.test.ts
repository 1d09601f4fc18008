import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editorImagePath } from '#contract/products/admin-product.ts';
import { addLamp, deletionOf, editOf, kept, LAMP } from '../../testing/admin-operations.ts';
import type { AdminData, ProductDraft } from '../../api/admin-api.ts';
import { AdminStore } from './admin-store.ts';
import { deleteOrphanedImages } from './local-images.ts';
import { openAdminData } from './open-admin-data.ts';

const DAY_MS = 86_400_000;

let idb: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
let data: AdminData;
let writes: number;
beforeEach(() => {
  idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  writes = 0;
  data = openAdminData({ ...idb, onStored: () => (writes += 1) });
});
afterEach(() => {
  vi.restoreAllMocks();
  data.close();
});

const image = (text = 'picture'): Blob => new Blob([text], { type: 'image/webp' });
const saveImage = (): Promise<string> => data.saveImage(image(), 'product');
const draftWith = (ids: readonly string[], description = ''): ProductDraft => ({
  fields: { ...LAMP, description },
  id: '7',
  isOwnId: false,
  images: ids.map(kept),
  links: '',
  base: null,
});
const addition = (...images: readonly string[]) => addLamp(images, {}, { id: 7 });
const editOfVersion = (version: number, images: readonly string[] = []) =>
  editOf({ id: 7, base: { version, fields: LAMP } }, {}, images.map(kept));
const has = async (id: string): Promise<boolean> => (await data.image(id)) !== undefined;

it('[ADM1] a shipment draft is stored by its order until it is deleted or sent', async () => {
  const [one, two] = [
    { postal_service: 'Post', tracking_number: 'A 1' },
    { postal_service: '', tracking_number: 'B' },
  ];
  await data.saveShipmentDraft('ord_1', two);
  await data.saveShipmentDraft('ord_1', one);
  await data.saveShipmentDraft('ord_2', two);
  await data.saveShipmentDraft('ord_3', two);
  await data.saveShipmentDraft('ord_3', null);
  data.close();
  data = openAdminData(idb);
  expect([...(await data.shipmentDrafts())]).toEqual([
    ['ord_1', one],
    ['ord_2', two],
  ]);
  const shipment = { shipped: true, ...one };
  await data.enqueue({ kind: 'setShipment', paymentId: 'ord_1', shipment, version: 1, before: shipment });
  expect([...(await data.shipmentDrafts()).keys()]).toEqual(['ord_2']);
});

it('[ADM1] a draft of the shop settings is stored until it is deleted or saved', async () => {
  const draft = { name: { before: 'Lamps', typed: 'Lamp House' }, logo: { before: null, typed: null } };
  await data.saveShopSettingsDraft(draft);
  data.close();
  data = openAdminData(idb);
  expect(await data.shopSettingsDraft()).toEqual(draft);
  await data.saveShopSettingsDraft(null);
  expect(await data.shopSettingsDraft()).toBeUndefined();
  await data.saveShopSettingsDraft(draft);
  await data.enqueue({ kind: 'changeShopSettings', changes: { name: 'Lamp House' } });
  expect(await data.shopSettingsDraft()).toBeUndefined();
});

describe('[ADM1] a form', () => {
  it('is stored as it is, with its images, and found again by its key', async () => {
    const id = await data.saveImage(image('one'), 'product');
    await data.saveDraft('pc/add', draftWith([id]));
    await data.saveDraft('pc/edit/9', draftWith([]));
    await data.saveDraft('ayz/edit/8', draftWith([]));
    data.close();
    data = openAdminData(idb);
    expect(await data.draft('pc/add')).toEqual(draftWith([id]));
    expect(await data.draft('smart/add')).toBeUndefined();
    expect(await data.draftedProducts('pc')).toEqual([9]);
    expect(await (await data.image(id))?.text()).toBe('one');
    expect(writes).toBe(4);
  });

  it('is deleted with the images that nothing else uses', async () => {
    const [one, two] = [await saveImage(), await saveImage()];
    const inText = await data.saveImage(image(), 'editor');
    const description = `<img src="${editorImagePath(inText)}">`;
    await data.saveDraft('pc/add', draftWith([one, two], description));
    await data.enqueue(addition(two));
    await data.dropDraft('pc/add');
    expect([await has(one), await has(two), await has(inText)]).toEqual([false, true, false]);
    await data.dropDraft('pc/add');
    expect(await data.draft('pc/add')).toBeUndefined();
  });

  it('reports a full device and loses nothing', async () => {
    await data.saveDraft('pc/add', draftWith([]));
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    for (const write of ['put', 'add'] as const)
      vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(() => {
        throw full;
      });
    await expect(data.saveDraft('pc/add', draftWith(['x']))).rejects.toMatchObject({ name: 'StorageFullError' });
    await expect(data.saveImage(image(), 'product')).rejects.toMatchObject({ name: 'StorageFullError' });
    await expect(data.enqueue(addition(), 'pc/add')).rejects.toMatchObject({ name: 'StorageFullError' });
    vi.restoreAllMocks();
    expect(await data.draft('pc/add')).toEqual(draftWith([]));
    expect(await data.outbox()).toEqual([]);
  });
});

describe('[ADM2] the outbox', () => {
  it('replaces a draft by its operation in one step, and keeps its images', async () => {
    const id = await saveImage();
    await data.saveDraft('pc/add', draftWith([id]));
    const op = await data.enqueue(addition(id), 'pc/add');
    expect(await data.draft('pc/add')).toBeUndefined();
    expect(await data.outbox()).toMatchObject([{ op, operation: addition(id), state: 'waiting', rejection: null }]);
    expect(await has(id)).toBe(true);
    await data.removeImage(id);
    expect(await has(id)).toBe(true);
    await data.discard(op);
    expect(await data.outbox()).toEqual([]);
    expect(await has(id)).toBe(false);
  });

  it('rejects an operation whose image is not on this device, and leaves the draft', async () => {
    await data.saveDraft('pc/add', draftWith([]));
    await expect(data.enqueue(addition('lost'), 'pc/add')).rejects.toThrow(RangeError);
    expect(await data.draft('pc/add')).toEqual(draftWith([]));
  });

  it('discards an addition together with the operations on its product: the id may become another product’s', async () => {
    const id = await saveImage();
    const op = await data.enqueue(addition());
    await data.enqueue(editOfVersion(0, [id]));
    await data.enqueue(deletionOf(7));
    const others = [await data.enqueue(editOfVersion(3)), await data.enqueue(deletionOf(7, 'Another'))];
    await data.discard(op);
    expect((await data.outbox()).map((entry) => entry.op)).toEqual(others);
    expect(await has(id)).toBe(false);
  });
});

it('[ADM1] unused images are deleted after a day, used ones never', async () => {
  const [left, drafted, waiting] = [await saveImage(), await saveImage(), await saveImage()];
  await data.saveDraft('pc/add', draftWith([drafted]));
  await data.enqueue(addition(waiting));
  const store = new AdminStore(idb);
  await store.write((database) => deleteOrphanedImages(database, Date.now() + DAY_MS / 2));
  expect(await has(left)).toBe(true);
  await store.write((database) => deleteOrphanedImages(database, Date.now() + 2 * DAY_MS));
  expect([await has(left), await has(drafted), await has(waiting)]).toEqual([false, true, true]);
  store.close();
});
