import { ApiError } from '#contract/http/errors.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import type { Logger } from 'pino';
import { CallerGoneError, CallerLife } from '../../http/caller/caller-life.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { ImportedImages } from '../imported-images.service.ts';
import { LinkRejection } from '../linked-image.ts';
import type { LiveImage } from '../image.repository.ts';
import {
  claimDownloads,
  findFetchedPositions,
  postponeDownloads,
  settleDownload,
} from './image-download.repository.ts';
import type { ImageDownload } from './image-download.repository.ts';

const MAX_AT_ONCE = 4;
/** Few, because the downloads that a killed process has claimed wait until the claim ends. */
const CLAIM_ROWS = 8;
/** Longer than it takes to fetch and store this many, however slow their servers are. */
const CLAIM_MS = 60_000;
/** Pause after a fault of our own, such as a full disk. */
const FAULT_PAUSE_MS = 60_000;

/**
 * Fetches the images that imports have queued, four at once. A download stays queued until it is stored, its link fails or its product is purged;
 * while its product is in the trash, it is not fetched.
 */
export interface ImageFetcher {
  /** Starts to fetch due downloads, unless four are being fetched already. */
  wake(): void;
  /** Resolves when no due download is left. */
  settled(): Promise<void>;
  /** Stops at once; downloads in flight become due again. */
  stop(): Promise<void>;
}

export interface ImageFetcherOptions {
  readonly write: Write;
  readonly images: ImportedImages;
  readonly fetchLink: (link: string, life: CallerLife) => Promise<Buffer>;
  readonly log: Logger;
  readonly now: () => number;
}

export function createImageFetcher({ write, images, fetchLink, log, now }: ImageFetcherOptions): ImageFetcher {
  const life = new CallerLife();
  const workers = new Set<Promise<void>>();
  let claimed: ImageDownload[] = [];
  let claiming: Promise<void> | undefined;

  const claim = async (): Promise<void> => {
    const nowMs = now();
    claimed = await write(({ trx }) => claimDownloads(trx, { nowMs, untilMs: nowMs + CLAIM_MS, limit: CLAIM_ROWS }));
  };

  const next = async (): Promise<ImageDownload | undefined> => {
    if (life.isOver) return undefined;
    if (claimed.length === 0) await (claiming ??= claim().finally(() => (claiming = undefined)));
    return claimed.shift();
  };

  const postpone = (ids: readonly string[], pauseMs: number): Promise<void> =>
    write(({ trx }) => postponeDownloads(trx, ids, now() + pauseMs));

  const fetchOne = async (download: ImageDownload): Promise<void> => {
    const { id, shop, product_id: productId, life: productLife, position, link } = download;
    const product = { shop, productId, life: productLife };
    try {
      const bytes = await fetchLink(link, life);
      if (bytes.length === 0) throw new LinkRejection(FIELD_PROBLEMS.linkEmpty);
      await images.show(
        {
          product,
          bytes,
          placeAmong: async ({ trx }, shown) => placeOf(position, shown, await findFetchedPositions(trx, product)),
          onShown: ({ trx }, imageId) => settleDownload(trx, id, { imageId }),
        },
        life,
      );
    } catch (error) {
      if (error instanceof CallerGoneError) return postpone([id], 0);
      const reason = reasonOf(error);
      if (reason !== undefined) return write(({ trx }) => settleDownload(trx, id, { reason }));
      if (!(error instanceof ApiError)) throw error;
      // `not-found`: the product is in the trash. It needs its downloads again if it is restored.
      if (error.code !== 'in-progress' && error.code !== 'not-found') throw error;
      return postpone([id], (error.retryAfterSeconds ?? 1) * 1_000);
    }
  };

  const work = async (): Promise<void> => {
    for (let download = await next(); download; download = await next()) {
      const { id, link } = download;
      try {
        await fetchOne(download);
      } catch (error) {
        log.error({ err: error, link }, 'an image of an import could not be stored');
        const ids = [id, ...claimed.splice(0).map((one) => one.id)];
        return await postpone(ids, FAULT_PAUSE_MS);
      }
    }
  };

  const wake = (): void => {
    while (!life.isOver && workers.size < MAX_AT_ONCE) {
      const worker = work()
        .catch((error: unknown) => log.error({ err: error }, 'images of an import could not be fetched'))
        .finally(() => workers.delete(worker));
      workers.add(worker);
    }
  };

  return {
    wake,
    async settled() {
      while (workers.size > 0) await Promise.all(workers);
    },
    async stop() {
      life.end();
      await Promise.all(workers);
      const left = claimed.splice(0).map(({ id }) => id);
      if (left.length > 0) await postpone(left, 0);
    },
  };
}

/** Returns why a link has no image, for the list of failed links; undefined when the link is not at fault. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof LinkRejection) return error.reason;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'unsupported-media-type') return FIELD_PROBLEMS.linkNotImage;
  if (error.code === 'too-many-pictures') return FIELD_LIMITS.imageCount(MAX_IMAGE_COUNT);
  if (error.code !== 'too-large') return undefined;
  return error.message === SERVER_SENTENCES.imageBytes ? FIELD_PROBLEMS.linkTooLarge : FIELD_PROBLEMS.linkTooManyPixels;
}

/** Returns the place of an image among those shown: in the order of the links, after images that the product had before. */
function placeOf(position: number, shown: readonly LiveImage[], positions: ReadonlyMap<string, number>): number {
  const later = shown.findIndex(({ id }) => (positions.get(id) ?? 0) > position);
  return later < 0 ? shown.length : later;
}
