import type { ImageRef } from '#sync/api/admin-api.ts';

/** Updates a form's images with the product's current ones: removes missing ones and adds new ones, in the form's order. */
export function reconcileImages(
  drafted: readonly ImageRef[],
  stored: readonly Extract<ImageRef, { kind: 'stored' }>[],
): readonly ImageRef[] {
  const names = new Set(stored.map(({ name }) => name));
  const remaining = drafted.filter((image) => image.kind === 'kept' || names.has(image.name));
  const known = new Set(remaining.map((image) => (image.kind === 'stored' ? image.name : '')));
  const added = stored.filter(({ name }) => !known.has(name));
  // Images that the form added stay after the product's images, unless they were moved.
  const firstNew = remaining.findIndex(({ kind }) => kind === 'kept');
  const isTail = firstNew >= 0 && remaining.slice(firstNew).every(({ kind }) => kind === 'kept');
  return isTail ? [...remaining.slice(0, firstNew), ...added, ...remaining.slice(firstNew)] : [...remaining, ...added];
}
