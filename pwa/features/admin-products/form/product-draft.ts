import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product, ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { imagesOf } from '#sync/admin/store/added-products.ts';
import type { AdminOperation, ImageRef, MarkedImages, ProductDraft } from '#sync/api/admin-api.ts';

/** An operation created by a form. */
export type SavingOperation = Extract<AdminOperation, { kind: 'addProduct' | 'editProduct' }>;

/** Returns an empty form. */
export const emptyDraft = (offer: OfferKind, id = ''): ProductDraft => ({
  fields: PRODUCT_DEFAULTS[offer],
  id,
  isOwnId: false,
  images: [],
  links: '',
  base: null,
});

/** Returns the fields that administrators set, without those that the server adds. */
export const pickFields = (offer: OfferKind, product: Product | ProductFields): ProductFields =>
  Object.fromEntries(
    Object.keys(PRODUCT_DEFAULTS[offer]).map((name) => [name, (product as Readonly<Record<string, unknown>>)[name]]),
  ) as unknown as ProductFields;

/** Returns the form of an existing product. */
export function draftOfProduct(offer: OfferKind, product: Product, images: readonly ImageRef[]): ProductDraft {
  const fields = pickFields(offer, product);
  return {
    fields: { ...fields },
    id: String(product.id),
    isOwnId: false,
    images: images,
    links: '',
    base: { version: product.seq, fields, identity: product.identity },
  };
}

/** Returns the form from which an operation was created. */
export function draftOfOperation(operation: SavingOperation): ProductDraft {
  const isAdd = operation.kind === 'addProduct';
  return {
    fields: { ...operation.fields },
    id: String(operation.id),
    isOwnId: isAdd && operation.isOwnId,
    images: isAdd ? imagesOf(operation) : (operation.images ?? []),
    links: '',
    base: isAdd ? null : operation.base,
  };
}

/** Returns whether two lists contain the same images in the same order, which show the same conditions. */
export const areSameImages = (one: readonly ImageRef[], other: readonly ImageRef[]): boolean =>
  one.length === other.length &&
  one.every((image, index) => imageKey(image) === imageKey(other[index]) && image.shows === other[index]?.shows);

/** Returns a key of an image that is unique within its form. */
export const imageKey = (image: ImageRef | undefined): string =>
  image?.kind === 'stored' ? `stored/${image.name}` : `kept/${image?.id}`;

/** Returns whether a form differs from its initial state, so that its draft is stored. */
export function isWorthStoring(
  offer: OfferKind,
  { fields, isOwnId, links, ...draft }: ProductDraft,
  loaded?: ProductDraft,
): boolean {
  const start: ProductDraft['fields'] = loaded?.fields ?? { ...(draft.base?.fields ?? PRODUCT_DEFAULTS[offer]) };
  const isChanged = Object.entries(start).some(([name, value]) => fields[name] !== value);
  const isUndecided = Object.keys(draft.alternatives ?? {}).length > 0;
  return (
    isChanged || isUndecided || isOwnId || links.trim() !== '' || !areSameImages(draft.images, loaded?.images ?? [])
  );
}

/** Returns the ids of images that only this device has, in their order. */
export const localImageIds = (images: readonly ImageRef[]): readonly string[] =>
  images.flatMap((image) => (image.kind === 'kept' ? [image.id] : []));

/** Returns which local images of a form show a condition; undefined if none does. */
export function findMarks(images: readonly ImageRef[]): MarkedImages | undefined {
  const marks = images.flatMap((image) => (image.kind === 'kept' && image.shows ? [[image.shows, image.id]] : []));
  return marks.length > 0 ? (Object.fromEntries(marks) as MarkedImages) : undefined;
}
