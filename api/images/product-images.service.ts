import { ApiError } from '#contract/http/errors.ts';
import type { ProductWritesService } from '../catalog/products/product-writes.service.ts';
import type { EndpointCall } from '#contract/http/endpoint.ts';
import type { orderImages } from '#contract/http/images.ts';
import { lockShop } from '../catalog/products/shop-counters.ts';
import { createOncePerKey } from '../idempotency/once-per-key.ts';
import type { KeyedCall } from '../idempotency/once-per-key.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import type { ImageFacts } from './processing/image-pipeline.ts';
import { markImages } from './condition-images.ts';
import type { LiveImage } from './image.repository.ts';
import { loadProductImages, namesOf, showImages } from './product-images.ts';
import type { ImageCaller, ImageChange, ProductImages, SeenProduct } from './product-images.ts';

/** Administrators' changes to the images of products. Files never move: the order of images is an order of rows. */
export interface ProductImagesService {
  /** Returns the names of a product's images in their order. @throws ApiError not-found */
  list(product: SeenProduct): Promise<string[]>;
  /**
   * Moves the named images to the front in this order; unknown names are ignored. `marks`: names of the images that show a condition;
   * undefined keeps the marks. Takes effect once per key: a repeated call returns the names of the first one.
   * @throws ApiError not-found, idempotency-conflict
   */
  order(
    product: SeenProduct,
    names: readonly string[],
    caller: ImageCaller & { readonly key: string | undefined },
    marks?: EndpointCall<typeof orderImages>['body']['condition_images'],
  ): Promise<string[]>;
  /** Deletes an image if it exists; returns the names of the others. @throws ApiError not-found, last-picture */
  remove(product: SeenProduct, name: string, caller: ImageCaller): Promise<string[]>;
}

export interface ProductImagesServiceOptions {
  readonly database: Database;
  readonly write: Write;
  readonly products: Pick<ProductWritesService, 'saveProductsIn'>;
  readonly blobs: BlobStore;
  /** Returns placeholder and size of an image from its bytes. */
  readonly describe: (bytes: Buffer) => Promise<ImageFacts>;
  /** Called after images were discarded: their files can be deleted. */
  readonly onDiscarded: () => void;
  readonly now: () => number;
}

export function createProductImagesService(options: ProductImagesServiceOptions): ProductImagesService {
  const { database, write, products, blobs, describe, onDiscarded, now } = options;

  const once = createOncePerKey(now);

  const change = async (
    product: SeenProduct,
    { actor, key, request }: ImageCaller & Partial<KeyedCall>,
    action: ImageChange['action'],
    plan: (images: readonly LiveImage[]) => readonly LiveImage[],
  ): Promise<string[]> => {
    const known = await getProductImages(database.reader, product);
    const described = await describeFirst(plan(known.images));
    const names = await write((unit) =>
      once(unit, { key, request }, async () => {
        await lockShop(unit.trx, product.shop);
        const loaded = await getProductImages(unit.trx, product);
        const after = plan(loaded.images).map((image) => (image.id === described?.id ? described : image));
        const isSame =
          after.length === loaded.images.length &&
          after.every(
            ({ position, condition }, at) => position === at + 1 && condition === loaded.images[at]?.condition,
          );
        if (!isSame) await showImages(unit, products, loaded, after, { action, actor, at: now() });
        return namesOf(after);
      }),
    );
    onDiscarded();
    return names;
  };

  /**
   * Returns the first image with a placeholder if it had none, which is possible for images without a row. Returns undefined if it had one
   * or its file cannot be read.
   */
  const describeFirst = async ([first]: readonly LiveImage[]): Promise<LiveImage | undefined> => {
    if (!first || first.placeholder !== '') return undefined;
    const blob = await blobs.find(`${first.folder}/${first.number}.webp`);
    // An unreadable file does not prevent the change.
    const facts = blob && (await describe(blob.bytes).catch(() => undefined));
    return facts && { ...first, ...facts };
  };

  return {
    async list(product) {
      return namesOf((await getProductImages(database.reader, product)).images);
    },

    order: ({ seenSeq, ...product }, names, caller, marks) => {
      const request = { order: product, names, ...(marks && { marks }) };
      return change({ ...product, seenSeq }, { ...caller, request }, 'order-pictures', (images) => {
        const byName = new Map(images.map((image) => [image.name, image]));
        const named = [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
        const ordered = [...named, ...images.filter((image) => !named.includes(image))];
        return marks ? markImages(ordered, product.shop, marks, ({ name }) => name) : ordered;
      });
    },

    remove: (product, name, caller) =>
      change(product, caller, 'delete-picture', (images) => {
        const others = images.filter((image) => image.name !== name);
        if (others.length === 0 && images.length > 0) throw new ApiError('last-picture');
        return others;
      }),
  };
}

async function getProductImages(...args: Parameters<typeof loadProductImages>): Promise<ProductImages> {
  const loaded = await loadProductImages(...args);
  if (!loaded) throw new ApiError('not-found');
  return loaded;
}
