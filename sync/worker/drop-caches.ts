import type { EngineDependencies } from './engine-dependencies.ts';

/** Drops what a shopper misses least: images and first screens. Returns false if there were none of either. */
export async function dropCaches({
  dropImages,
  firstScreens,
}: Pick<EngineDependencies, 'dropImages' | 'firstScreens'>): Promise<boolean> {
  const dropped = await Promise.all([dropImages(), firstScreens.drop()]);
  return dropped.includes(true);
}
