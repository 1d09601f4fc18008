import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Product } from '#contract/products/product.ts';
import { BlobStoreError } from '../storage/blobs/blob-store-error.ts';
import { findSharedImage, SITE_IMAGE } from './shared-image.ts';

const PRODUCT = { id: 7, imagecount: 1, image_version: 3 } as Product;
const PATH = '/images/PCProducts/7/1.webp?v=3';

const image = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  .webp()
  .toBuffer();

it('a product’s shared image has a size; a product without an image gets the site’s', async () => {
  const blob = { bytes: await image, tag: 't' };
  const find = async () => ({ blob, isCurrent: true });
  expect(await findSharedImage({ find }, 'pc', PRODUCT)).toEqual({ path: PATH, size: { width: 30, height: 20 } });
  expect(await findSharedImage({ find: async () => undefined }, 'pc', PRODUCT)).toBe(SITE_IMAGE);
  expect(await findSharedImage({ find }, 'pc', { ...PRODUCT, imagecount: 0 })).toBe(SITE_IMAGE);
});

it('a document does not wait for images that cannot be read, and names them without a size', async () => {
  const startMs = performance.now();
  const find = () => Promise.reject(new BlobStoreError('BLOBS_UNREACHABLE', 'away'));
  expect(await findSharedImage({ find }, 'pc', PRODUCT)).toEqual({ path: PATH });
  expect(await findSharedImage({ find: () => new Promise(() => undefined) }, 'pc', PRODUCT)).toEqual({ path: PATH });
  expect(performance.now() - startMs).toBeLessThan(3_000);
  const broken = () => Promise.reject(new TypeError('broken'));
  await expect(findSharedImage({ find: broken }, 'pc', PRODUCT)).rejects.toThrow(TypeError);
});
