import type { Product } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { AdminEntry, PictureRef, ProductDraft } from '#sync/admin/admin-api.ts';
import type { EditedProduct } from './use-load-product.ts';
import { areSamePictures, draftOfOperation, draftOfProduct, pickFields } from './product-draft.ts';
import { reconcilePictures } from './reconcile-pictures.ts';

const toStored = (names: readonly string[] = []): readonly PictureRef[] =>
  names.map((name) => ({ kind: 'stored', name }));

/** The form of a product, with what waits to be sent for it on top. */
export function planForm(offer: OfferKind, { loaded, entry }: EditedProduct): ProductDraft {
  const form = draftOfProduct(offer, loaded.product, toStored(loaded.names));
  const waiting = entry?.state === 'waiting' && entry.operation.kind === 'editProduct' ? entry.operation : undefined;
  return waiting ? { ...form, fields: { ...waiting.fields } } : form;
}

/** The form of an edit that the server refused, which is sent again; undefined where there is none. */
export function planRefusedForm(
  entry: AdminEntry | undefined,
  names: readonly string[] | undefined,
): ProductDraft | undefined {
  if (entry?.state !== 'refused' || entry.operation.kind !== 'editProduct') return undefined;
  return reviveForm(draftOfOperation(entry.operation), names);
}

/** A kept form with what is known of the product's pictures by now. */
export const reviveForm = (draft: ProductDraft, names: readonly string[] | undefined): ProductDraft =>
  names ? { ...draft, pictures: reconcilePictures(draft.pictures, names) } : draft;

/** What an edit says of the pictures: null where it leaves them as they are; only the new ones where the names of the others are unknown. */
export function planPictures(
  pictures: readonly PictureRef[],
  names: readonly string[] | undefined,
): readonly PictureRef[] | null {
  if (names) return areSamePictures(pictures, toStored(names)) ? null : pictures;
  return pictures.length > 0 ? pictures : null;
}

/** Whether somebody has changed the product's fields since a form began; pictures that come and go are no matter of its fields. */
export function isStale(offer: OfferKind, { base }: ProductDraft, product: Product): boolean {
  const before: Readonly<Record<string, unknown>> = { ...base?.fields };
  return base !== null && Object.entries(pickFields(offer, product)).some(([name, value]) => before[name] !== value);
}
