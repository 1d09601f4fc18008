import type { ImageRef } from '#sync/api/admin-api.ts';

/** Updates a form's images with the product's current image names: removes missing ones and adds new ones, in the form's order. */
export function reconcileImages(drafted: readonly ImageRef[], names: readonly string[]): readonly ImageRef[] {
  const remaining = drafted.filter((image) => image.kind === 'kept' || names.includes(image.name));
  const known = new Set(remaining.map((image) => (image.kind === 'stored' ? image.name : '')));
  const added = names.filter((name) => !known.has(name)).map((name) => ({ kind: 'stored', name }) as const);
  // Images that the form added stay after the product's images, unless they were moved.
  const firstNew = remaining.findIndex(({ kind }) => kind === 'kept');
  const isTail = firstNew >= 0 && remaining.slice(firstNew).every(({ kind }) => kind === 'kept');
  return isTail ? [...remaining.slice(0, firstNew), ...added, ...remaining.slice(firstNew)] : [...remaining, ...added];
}
