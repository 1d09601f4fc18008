import { listImageDownloads, retryImageDownloads } from '#contract/http/image-downloads.ts';
import { MAX_LISTED_FAILURES } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { countDownloads, listFailedDownloads, retryDownloads } from './image-download.repository.ts';
import type { FailedDownload } from './image-download.repository.ts';
import type { ImageFetcher } from './image-fetcher.ts';

const toFailure = ({ id, product_id: productId, title, link, reason }: FailedDownload) => ({
  id,
  productId,
  title,
  link,
  reason,
});

/** Routes that show the progress of the images of imports, and retry those that failed. */
export function createImageDownloadRoutes(
  { database, write, now }: Pick<AppContext, 'database' | 'write' | 'now'>,
  fetcher: Pick<ImageFetcher, 'wake'>,
): Route[] {
  return [
    route(listImageDownloads, async ({ query: { shop } }) => {
      const counts = await countDownloads(database.reader, shop);
      const failed = counts.failed > 0 ? await listFailedDownloads(database.reader, shop, MAX_LISTED_FAILURES) : [];
      return { ...counts, failures: failed.map(toFailure) };
    }),

    route(retryImageDownloads, async ({ query: { shop } }) => {
      const retried = await write(({ trx }) => retryDownloads(trx, shop, now()));
      fetcher.wake();
      return { retried };
    }),
  ];
}
