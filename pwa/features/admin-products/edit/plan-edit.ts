import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionImages } from '#contract/products/condition-images.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { AdminEntry, AdminOperation, ImageRef, ProductDraft } from '#sync/api/admin-api.ts';
import { mergeDrafts } from '#sync/admin/store/merge-drafts.ts';
import type { LoadedProduct } from './load-product.ts';
import type { EditedProduct } from './use-load-product.ts';
import { areSameImages, draftOfOperation, draftOfProduct, imageKey, pickFields } from '../form/product-draft.ts';
import { reconcileImages } from '../images/reconcile-images.ts';

type Found = Extract<LoadedProduct, { kind: 'found' }>;
type SavingEdit = Extract<AdminOperation, { kind: 'editProduct' }>;
type StoredRef = Extract<ImageRef, { kind: 'stored' }>;

/** The images of a loaded product with the conditions that they show; undefined where only their number is known. */
export const storedImages = ({ names, product }: Found): readonly StoredRef[] | undefined =>
  names?.map((name, index) => {
    const shows = CONDITION_KEYS.find((key) => conditionImagesOf(product)[key] === index + 1);
    return { kind: 'stored', name, ...(shows && { shows }) };
  });

const conditionImagesOf = (product: Product): ConditionImages =>
  ('condition_images' in product && product.condition_images) || {};

/** Returns the form of a product, with the fields of its pending edit if there is one. */
export function planForm(offer: OfferKind, { loaded, entry }: EditedProduct): ProductDraft {
  const form = draftOfProduct(offer, loaded.product, storedImages(loaded) ?? []);
  const pending = entry?.state === 'waiting' && entry.operation.kind === 'editProduct' ? entry.operation : undefined;
  return pending ? { ...form, fields: { ...pending.fields } } : form;
}

/** Returns the form of a rejected edit; undefined for any other entry. */
export function planRejectedForm(
  entry: AdminEntry | undefined,
  known: readonly StoredRef[] | undefined,
): ProductDraft | undefined {
  if (entry?.state !== 'rejected' || entry.operation.kind !== 'editProduct') return undefined;
  return reviveForm(draftOfOperation(entry.operation), known);
}

/**
 * Rebases a draft on the product that another window has saved since. Fields that the draft did not change take the saved value. Fields
 * that were changed differently in the draft and in the other window get the saved value as an alternative.
 */
export function rebaseForm(draft: ProductDraft, initial: ProductDraft): ProductDraft {
  if (!draft.base) return draft;
  const seen = { ...initial, fields: { ...draft.base.fields } };
  const merged = mergeDrafts({ seen, own: new Map(), mine: { ...initial, fields: draft.fields }, theirs: initial });
  const alternatives = { ...draft.alternatives, ...merged.alternatives };
  return { ...draft, fields: merged.fields, base: initial.base, alternatives };
}

/** Updates a stored draft with the current images of the product. */
export const reviveForm = (draft: ProductDraft, known: readonly StoredRef[] | undefined): ProductDraft =>
  known ? { ...draft, images: reconcileImages(draft.images, known) } : draft;

/** Returns the images of an edit: null if unchanged; only the new images if those of the product are unknown. */
export function planImages(
  images: readonly ImageRef[],
  known: readonly ImageRef[] | undefined,
): Pick<SavingEdit, 'images' | 'hasMarks'> {
  if (known ? areSameImages(images, known) : images.length === 0) return { images: null };
  const marksOf = (list: readonly ImageRef[]): string =>
    list
      .flatMap((image) => (image.shows ? [`${image.shows} ${imageKey(image)}`] : []))
      .toSorted()
      .join('\n');
  const hasMarks = marksOf(images) !== marksOf(known ?? []);
  return { images, ...(hasMarks && { hasMarks }) };
}

/** Returns whether the product's fields changed after a draft was started; changes of images do not count. */
export function isStale(offer: OfferKind, { base }: ProductDraft, product: Product): boolean {
  const before: Readonly<Record<string, unknown>> = { ...base?.fields };
  return base !== null && Object.entries(pickFields(offer, product)).some(([name, value]) => before[name] !== value);
}
