import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { AdminEntry, ImageRef, ProductDraft } from '#sync/api/admin-api.ts';
import { mergeDrafts } from '#sync/admin/store/merge-drafts.ts';
import type { EditedProduct } from './use-load-product.ts';
import { areSameImages, draftOfOperation, draftOfProduct, pickFields } from '../form/product-draft.ts';
import { reconcileImages } from '../images/reconcile-images.ts';

const toStored = (names: readonly string[] = []): readonly ImageRef[] =>
  names.map((name) => ({ kind: 'stored', name }));

/** Returns the form of a product with its pending edit applied. */
export function planForm(offer: OfferKind, { loaded, entry }: EditedProduct): ProductDraft {
  const form = draftOfProduct(offer, loaded.product, toStored(loaded.names));
  const pending = entry?.state === 'waiting' && entry.operation.kind === 'editProduct' ? entry.operation : undefined;
  return pending ? { ...form, fields: { ...pending.fields } } : form;
}

/** Returns the form of a rejected edit; undefined for any other entry. */
export function planRejectedForm(
  entry: AdminEntry | undefined,
  names: readonly string[] | undefined,
): ProductDraft | undefined {
  if (entry?.state !== 'rejected' || entry.operation.kind !== 'editProduct') return undefined;
  return reviveForm(draftOfOperation(entry.operation), names);
}

/**
 * Returns a draft on the product as another window has saved it since: fields that were not changed in the draft follow, and those that
 * both changed have an alternative.
 */
export function rebaseForm(draft: ProductDraft, initial: ProductDraft): ProductDraft {
  if (!draft.base) return draft;
  const seen = { ...initial, fields: { ...draft.base.fields } };
  const merged = mergeDrafts({ seen, own: new Map(), mine: { ...initial, fields: draft.fields }, theirs: initial });
  const alternatives = { ...draft.alternatives, ...merged.alternatives };
  return { ...draft, fields: merged.fields, base: initial.base, alternatives };
}

/** Updates a stored draft with the current image names of the product. */
export const reviveForm = (draft: ProductDraft, names: readonly string[] | undefined): ProductDraft =>
  names ? { ...draft, images: reconcileImages(draft.images, names) } : draft;

/** Returns the images of an edit: null if unchanged; only the new images if the names of the others are unknown. */
export function planImages(
  images: readonly ImageRef[],
  names: readonly string[] | undefined,
): readonly ImageRef[] | null {
  if (names) return areSameImages(images, toStored(names)) ? null : images;
  return images.length > 0 ? images : null;
}

/** Returns whether the product's fields changed after a draft was started; changes of images do not count. */
export function isStale(offer: OfferKind, { base }: ProductDraft, product: Product): boolean {
  const before: Readonly<Record<string, unknown>> = { ...base?.fields };
  return base !== null && Object.entries(pickFields(offer, product)).some(([name, value]) => before[name] !== value);
}
