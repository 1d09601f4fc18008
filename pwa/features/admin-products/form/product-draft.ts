import { PRODUCT_DEFAULTS } from '#contract/product.ts';
import type { Product, ProductFields } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { AdminOperation, ImageRef, ProductDraft } from '#sync/admin/admin-api.ts';

/** An operation that a form makes. */
export type SavingOperation = Extract<AdminOperation, { kind: 'addProduct' | 'editProduct' }>;

/** A form in which nothing is written yet. */
export const emptyDraft = (offer: OfferKind, id = ''): ProductDraft => ({
  fields: PRODUCT_DEFAULTS[offer],
  id,
  isOwnId: false,
  pictures: [],
  links: '',
  base: null,
});

/** What an administrator sets of a product, without what the server adds. */
export const pickFields = (offer: OfferKind, product: Product | ProductFields): ProductFields =>
  Object.fromEntries(
    Object.keys(PRODUCT_DEFAULTS[offer]).map((name) => [name, (product as Readonly<Record<string, unknown>>)[name]]),
  ) as unknown as ProductFields;

/** The form of a product that is to be changed. */
export function draftOfProduct(offer: OfferKind, product: Product, pictures: readonly ImageRef[]): ProductDraft {
  const fields = pickFields(offer, product);
  return {
    fields: { ...fields },
    id: String(product.id),
    isOwnId: false,
    pictures,
    links: '',
    base: { version: product.seq, fields },
  };
}

/** The form that an operation was made of. */
export function draftOfOperation(operation: SavingOperation): ProductDraft {
  const isAdd = operation.kind === 'addProduct';
  return {
    fields: { ...operation.fields },
    id: String(operation.id),
    isOwnId: isAdd && operation.isOwnId,
    pictures: isAdd ? operation.pictures.map((id) => ({ kind: 'kept', id })) : (operation.pictures ?? []),
    links: '',
    base: isAdd ? null : operation.base,
  };
}

/** Whether two lists hold the same pictures in the same order. */
export const areSameImages = (one: readonly ImageRef[], other: readonly ImageRef[]): boolean =>
  one.length === other.length && one.every((picture, place) => imageKey(picture) === imageKey(other[place]));

/** Names a picture within its form. */
export const imageKey = (picture: ImageRef | undefined): string =>
  picture?.kind === 'stored' ? `stored/${picture.name}` : `kept/${picture?.id}`;

/** Whether anything was written that is worth being kept. */
export function isWorthKeeping(
  offer: OfferKind,
  { fields, isOwnId, links, ...draft }: ProductDraft,
  loaded?: ProductDraft,
): boolean {
  const start: Readonly<Record<string, string | number>> = draft.base
    ? { ...draft.base.fields }
    : PRODUCT_DEFAULTS[offer];
  const isChanged = Object.entries(start).some(([name, value]) => fields[name] !== value);
  return isChanged || isOwnId || links.trim() !== '' || !areSameImages(draft.pictures, loaded?.pictures ?? []);
}

/** Ids of the pictures that only this device has, in their order. */
export const keptIds = (pictures: readonly ImageRef[]): readonly string[] =>
  pictures.flatMap((picture) => (picture.kind === 'kept' ? [picture.id] : []));
