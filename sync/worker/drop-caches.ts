import type { Environment } from './environment.ts';

/** Drops what a shopper misses least: images and first screens. Returns false if there were none of either. */
export async function dropCaches({
  dropImages,
  firstScreens,
}: Pick<Environment, 'dropImages' | 'firstScreens'>): Promise<boolean> {
  const dropped = await Promise.all([dropImages(), firstScreens.drop()]);
  return dropped.includes(true);
}
