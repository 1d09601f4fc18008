import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionImages } from '#contract/products/condition-images.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ImageSummary } from '../catalog/products/image-claims.ts';
import type { ImageRow } from './image.repository.ts';

/**
 * Returns images, each marked with the condition whose value in `marks` equals `find(image)`, and with no other one. Only open-box offers have
 * conditions.
 */
export const markImages = <Image extends ImageRow>(
  images: readonly Image[],
  shop: ShopKey,
  marks: Partial<Readonly<Record<ConditionKey, string>>>,
  find: (image: Image) => string,
): readonly Image[] =>
  images.map((image) => ({
    ...image,
    condition: (getShop(shop).offer === 'openBox' && CONDITION_KEYS.find((key) => marks[key] === find(image))) || '',
  }));

/** Summarizes images in their order for their product's own row. */
export function summarizeImages(images: readonly Pick<ImageRow, 'placeholder' | 'condition'>[]): ImageSummary {
  const marked = images.flatMap(({ condition }, index) => (condition === '' ? [] : [[condition, index + 1] as const]));
  return {
    imagecount: images.length,
    placeholder: images[0]?.placeholder ?? '',
    condition_images: marked.length > 0 ? JSON.stringify(Object.fromEntries(marked)) : '',
  };
}

/** Returns the condition that a summary gives to the image of a number; empty for none. */
export function findCondition({ condition_images }: ImageSummary, number: number): ConditionKey | '' {
  const marked = condition_images === '' ? {} : (JSON.parse(condition_images) as ConditionImages);
  return CONDITION_KEYS.find((key) => marked[key] === number) ?? '';
}
