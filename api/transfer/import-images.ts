import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '#contract/http/errors.ts';
import { NamedImageError } from '#transfer/named-images.ts';
import type { NamedImage } from '#transfer/named-images.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import type { Config } from '#api/config/config.ts';
import { DATA_SIZES } from '#api/data-sizes.ts';
import type { FailedDownload } from '#api/images/downloads/image-download.repository.ts';
import { countDownloads, listFailedDownloads } from '#api/images/downloads/image-download.repository.ts';
import { reasonOf } from '#api/images/downloads/image-fetcher.ts';
import { createImageImport } from '#api/images/images.ts';
import type { LinkRules } from '#api/images/linked-image.ts';
import { showNamedImage } from './named-images.service.ts';

export interface ImageImportRequest {
  readonly config: Config;
  readonly shop: ShopKey;
  /** Where images may be fetched from; the public internet when omitted. */
  readonly linkRules?: Partial<LinkRules> | undefined;
  readonly print: (line: string) => void;
  /** Receives each image that could not be imported. */
  readonly onFailed: (image: FailedImage) => void;
}

/** An image that could not be imported: its link, or its path in a ZIP file or a folder. */
export interface FailedImage {
  readonly product: string;
  readonly name: string;
  readonly reason: string;
}

/** Number of failed images read in one query. */
const PAGE_ROWS = 1_000;
const LOOK_EVERY_MS = 500;
const LINE_EVERY_MS = 5_000;

const count = (value: number): string => value.toLocaleString('en');

/** Opens the same context as a server does; its log of errors is printed. */
const openContext = ({ config, print }: ImageImportRequest): Promise<AppContext> =>
  createAppContext({ ...config, logLevel: config.logLevel === 'silent' ? 'silent' : 'error' }, undefined, DATA_SIZES, {
    write: (line) => print(line.trimEnd()),
  });

/**
 * Fetches the images that are queued for a shop; resolves when none is left. A running server fetches from the same queue at the same time.
 * If the command is stopped, the server or the next command fetches the rest.
 */
export async function fetchImages(request: ImageImportRequest): Promise<void> {
  const { shop, print, linkRules, onFailed } = request;
  await using resources = new AsyncDisposableStack();
  const context = await openContext(request);
  resources.defer(() => context.close());
  const { database } = context;
  const { fetcher } = createImageImport(context, { linkRules, onDiscarded: () => undefined });
  resources.defer(() => fetcher.stop());

  let nextLineMs = 0;
  for (;;) {
    fetcher.wake();
    await Promise.race([fetcher.settled(), delay(LOOK_EVERY_MS)]);
    const { waiting, done, failed } = await countDownloads(database.reader, shop);
    if (waiting === 0) break;
    if (Date.now() < nextLineMs) continue;
    nextLineMs = Date.now() + LINE_EVERY_MS;
    print(`Images: ${count(done)} stored, ${count(failed)} failed, ${count(waiting)} to come`);
  }
  const { done, failed } = await countDownloads(database.reader, shop);
  let last: FailedDownload | undefined;
  do {
    const page = await listFailedDownloads(database.reader, shop, PAGE_ROWS, last);
    for (const { product_id, title, link, reason } of page) {
      onFailed({ product: `product ${product_id} ${JSON.stringify(title)}`, name: link, reason });
    }
    last = page.at(-1);
  } while (last);
  print(
    `Images: ${count(done)} stored, ${count(failed)} failed${failed > 0 ? '; import the file again to try those once more' : ''}`,
  );
}

/** Imports the images of a ZIP file or a folder, one after the other. */
export async function importNamedImages(request: ImageImportRequest, images: readonly NamedImage[]): Promise<void> {
  const { shop, print, onFailed } = request;
  await using resources = new AsyncDisposableStack();
  const context = await openContext(request);
  resources.defer(() => context.close());
  const { imported } = createImageImport(context, { onDiscarded: () => undefined });
  const counts = { stored: 0, known: 0, failed: 0 };
  let nextLineMs = Date.now() + LINE_EVERY_MS;
  for (const [index, { path, read }] of images.entries()) {
    try {
      const bytes = Buffer.from(await read());
      const { isNew } = await showNamedImage({ ...context, imported }, shop, { path, bytes });
      counts[isNew ? 'stored' : 'known'] += 1;
    } catch (error) {
      const reason = reasonOfFile(error);
      if (reason === undefined) throw error;
      counts.failed += 1;
      onFailed({ product: 'file', name: path, reason });
    }
    if (Date.now() < nextLineMs) continue;
    nextLineMs = Date.now() + LINE_EVERY_MS;
    print(`Images: ${count(index + 1)} of ${count(images.length)}`);
  }
  const { stored, known, failed } = counts;
  print(`Images: ${count(stored)} stored, ${count(known)} there already, ${count(failed)} failed`);
}

/** Returns why a file cannot become an image of a product; undefined when that is not the file's fault. */
export function reasonOfFile(error: unknown): string | undefined {
  if (error instanceof NamedImageError) return error.message;
  if (error instanceof ApiError && error.code === 'not-found') return FIELD_PROBLEMS.noProductOfFile;
  return reasonOf(error);
}
