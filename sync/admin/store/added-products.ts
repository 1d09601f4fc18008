import { addedImageName } from '#contract/products/admin-product.ts';
import type { Product } from '#contract/products/product.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { AdminOperation, DraftKey, EditBase, ImageRef, ProductDraft } from '../../api/admin-api.ts';
import type { AddedProduct, AdminDatabase } from './admin-database.ts';

/** Forms that are open while their addition arrives are few; their descriptions are long. */
const MAX_ADDED = 20;

export function toAdded(
  op: number,
  { shop, images }: Extract<AdminOperation, { kind: 'addProduct' }>,
  { id }: Product,
  base: EditBase,
): AddedProduct {
  const names = Object.fromEntries(images.map((image, place) => [image, addedImageName(place + 1)]));
  return { op, shop, id, base, names };
}

/** Notes an added product and turns an unfinished form of its addition into one of the product; within a transaction. */
export async function noteAdded(database: AdminDatabase, added: AddedProduct): Promise<void> {
  const known = (await readMeta(database, 'added')) ?? [];
  await writeMeta(database, 'added', [...known, added].slice(-MAX_ADDED));
  const key: DraftKey = `${added.shop}/addition/${added.op}`;
  const open = await database.drafts.get(key);
  if (!open) return;
  await database.drafts.delete(key);
  await database.drafts.put(toEditDraft(open.draft, added));
}

/** The product that an operation added; undefined if it is not known to have added one. */
export const findAdded = async (database: AdminDatabase, op: number): Promise<AddedProduct | undefined> =>
  (await readMeta(database, 'added'))?.find((added) => added.op === op);

/** The product that the addition of a form became; undefined for all other forms. */
export async function findAddedOfDraft(database: AdminDatabase, key: DraftKey): Promise<AddedProduct | undefined> {
  const [, op] = /\/addition\/(\d+)$/.exec(key) ?? [];
  return op === undefined ? undefined : findAdded(database, Number(op));
}

/** The form of an addition as that of the product which it became. */
export const toEditDraft = (
  draft: ProductDraft,
  { shop, id, base, names }: AddedProduct,
): { key: DraftKey; draft: ProductDraft } => ({
  key: `${shop}/edit/${id}`,
  draft: {
    ...draft,
    id: String(id),
    isOwnId: false,
    base,
    images: draft.images.map((image) => (image.kind === 'kept' ? toStored(image.id, names) : image)),
  },
});

/** Images by their ids on the device, as those of the server that they became. */
export const storedImages = (ids: readonly string[], names: AddedProduct['names']): readonly ImageRef[] =>
  ids.map((id) => toStored(id, names));

function toStored(id: string, names: AddedProduct['names']): ImageRef {
  const name = names[id];
  return name === undefined ? { kind: 'kept', id } : { kind: 'stored', name };
}
