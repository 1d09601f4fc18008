import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exportedImagePath } from '#transfer/named-images.ts';
import { imagePath } from '#api/images/image-paths.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createAppContext } from '#api/app-context.ts';
import type { Config } from '#api/config/config.ts';
import { createImageFinder } from '#api/images/image-finder.ts';

const PAGE_SIZE = 500;

/**
 * Writes the images of a shop's products into a folder, each in its largest size, under names by which an import finds their products again.
 * If the shop changes meanwhile, the result is a mixture of old and new images.
 */
export async function exportImages(
  config: Config,
  shop: ShopKey,
  folder: string,
): Promise<{ readonly written: number; readonly missing: number }> {
  const context = await createAppContext({ ...config, logLevel: 'silent' });
  try {
    const { database, blobs } = context;
    const finder = createImageFinder(database, blobs);
    let written = 0;
    let missing = 0;
    await mkdir(folder, { recursive: true });
    for (let lastId = 0; ;) {
      const page = await database.reader
        .selectFrom('product')
        .select(['id', 'imagecount'])
        .where('shop', '=', shop)
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(PAGE_SIZE)
        .execute();
      for (const { id, imagecount } of page) {
        for (let number = 1; number <= imagecount; number += 1) {
          const found = await finder.find(imagePath(shop, id, number));
          if (found) await writeWhole(join(folder, exportedImagePath(id, number)), found.blob.bytes);
          if (found) written += 1;
          else missing += 1;
        }
      }
      lastId = page.at(-1)?.id ?? 0;
      if (page.length < PAGE_SIZE) return { written, missing };
    }
  } finally {
    await context.close();
  }
}

/** Writes a file completely or not at all. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}
