import { addedImageName } from '#contract/products/admin-product.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { Product } from '#contract/products/product.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { AdminOperation, DraftKey, EditBase, ImageRef, ProductDraft } from '../../api/admin-api.ts';
import type { AddedProduct, AdminDatabase } from './admin-database.ts';

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;
type KeptRef = Extract<ImageRef, { kind: 'kept' }>;

/** Few forms are still open when their addition reaches the server, and their descriptions are long. */
const MAX_ADDED = 20;

export function toAdded(op: number, { shop, images }: Addition, { id }: Product, base: EditBase): AddedProduct {
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

/** Finds the product that an operation added; undefined if none is known. */
export const findAdded = async (database: AdminDatabase, op: number): Promise<AddedProduct | undefined> =>
  (await readMeta(database, 'added'))?.find((added) => added.op === op);

/** Finds the product that the addition of a form became; undefined if none is known, or if the form is not an addition's. */
export async function findAddedOfDraft(database: AdminDatabase, key: DraftKey): Promise<AddedProduct | undefined> {
  const [, op] = /\/addition\/(\d+)$/.exec(key) ?? [];
  return op === undefined ? undefined : findAdded(database, Number(op));
}

/** Turns the form of an addition into a form of the product that it became. */
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
    images: draft.images.map((image) => (image.kind === 'kept' ? toStored(image, names) : image)),
  },
});

/** Returns the images of an addition, by the server's names where these are known, else by their ids on the device. */
export const storedImages = (addition: Addition, names: AddedProduct['names']): readonly ImageRef[] =>
  imagesOf(addition).map((image) => toStored(image, names));

/** The images of an addition, with the conditions that they show. */
export const imagesOf = ({ images, conditionImages = {} }: Addition): readonly KeptRef[] =>
  images.map((id) => {
    const shows = CONDITION_KEYS.find((key) => conditionImages[key] === id);
    return { kind: 'kept', id, ...(shows && { shows }) };
  });

function toStored({ id, ...image }: KeptRef, names: AddedProduct['names']): ImageRef {
  const name = names[id];
  return name === undefined ? { ...image, id } : { ...image, kind: 'stored', name };
}
