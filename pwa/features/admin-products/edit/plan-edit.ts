import type { Product } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { AdminEntry, ImageRef, ProductDraft } from '#sync/admin/admin-api.ts';
import type { EditedProduct } from './use-load-product.ts';
import { areSameImages, draftOfOperation, draftOfProduct, pickFields } from '../form/product-draft.ts';
import { reconcileImages } from '../images/reconcile-images.ts';

const toStored = (names: readonly string[] = []): readonly ImageRef[] =>
  names.map((name) => ({ kind: 'stored', name }));

/** The form of a product, with what waits to be sent for it on top. */
export function planForm(offer: OfferKind, { loaded, entry }: EditedProduct): ProductDraft {
  const form = draftOfProduct(offer, loaded.product, toStored(loaded.names));
  const waiting = entry?.state === 'waiting' && entry.operation.kind === 'editProduct' ? entry.operation : undefined;
  return waiting ? { ...form, fields: { ...waiting.fields } } : form;
}

/** The form of an edit that the server refused, which is sent again; undefined where there is none. */
export function planRejectedForm(
  entry: AdminEntry | undefined,
  names: readonly string[] | undefined,
): ProductDraft | undefined {
  if (entry?.state !== 'refused' || entry.operation.kind !== 'editProduct') return undefined;
  return reviveForm(draftOfOperation(entry.operation), names);
}

/** A kept form with what is known of the product's pictures by now. */
export const reviveForm = (draft: ProductDraft, names: readonly string[] | undefined): ProductDraft =>
  names ? { ...draft, pictures: reconcileImages(draft.pictures, names) } : draft;

/** What an edit says of the pictures: null where it leaves them as they are; only the new ones where the names of the others are unknown. */
export function planImages(
  pictures: readonly ImageRef[],
  names: readonly string[] | undefined,
): readonly ImageRef[] | null {
  if (names) return areSameImages(pictures, toStored(names)) ? null : pictures;
  return pictures.length > 0 ? pictures : null;
}

/** Whether somebody has changed the product's fields since a form began; pictures that come and go are no matter of its fields. */
export function isStale(offer: OfferKind, { base }: ProductDraft, product: Product): boolean {
  const before: Readonly<Record<string, unknown>> = { ...base?.fields };
  return base !== null && Object.entries(pickFields(offer, product)).some(([name, value]) => before[name] !== value);
}
