import type { ImageRef } from '#sync/admin/admin-api.ts';

/** The pictures of a form in its order, without those that the product no longer has, and with those that it has got since behind them. */
export function reconcileImages(drafted: readonly ImageRef[], names: readonly string[]): readonly ImageRef[] {
  const left = drafted.filter((picture) => picture.kind === 'kept' || names.includes(picture.name));
  const known = new Set(left.map((picture) => (picture.kind === 'stored' ? picture.name : '')));
  const added = names.filter((name) => !known.has(name)).map((name) => ({ kind: 'stored', name }) as const);
  // What is new in the form stays behind what the product has, unless it was put elsewhere.
  const firstNew = left.findIndex(({ kind }) => kind === 'kept');
  const isTail = firstNew >= 0 && left.slice(firstNew).every(({ kind }) => kind === 'kept');
  return isTail ? [...left.slice(0, firstNew), ...added, ...left.slice(firstNew)] : [...left, ...added];
}
