import type { AppContext } from '../app-context.ts';
import type { ServerModule } from '../server-module.ts';
import type { Job } from '../jobs/job.ts';
import { createSlots } from '../jobs/slots.ts';
import { createImageDownloadRoutes } from './downloads/image-download.routes.ts';
import { createImageFetcher } from './downloads/image-fetcher.ts';
import type { ImageFetcher } from './downloads/image-fetcher.ts';
import { createEditorImages } from './editor-images.service.ts';
import { createImportedImages } from './imported-images.service.ts';
import type { ImportedImages } from './imported-images.service.ts';
import { createImageFinder } from './image-finder.ts';
import type { ImageFinder } from './image-finder.ts';
import { createImageReads } from './image-reads.ts';
import { describeImage, processToWebp, processUpload } from './processing/lazy-pipeline.ts';
import { fetchLink, PUBLIC_LINKS } from './linked-image.ts';
import type { LinkRules } from './linked-image.ts';
import { createPurgeImagesJob } from './purge-images.job.ts';
import { createPurgeOrphanImagesJob } from './purge-orphan-images.job.ts';
import type { PurgeOrphanImagesJob } from './purge-orphan-images.job.ts';
import { createImageUploads } from './image-uploads.service.ts';
import { createImageRoutes } from './images.routes.ts';
import { createProductImagesService } from './product-images.service.ts';

/** Maximum number of linked images fetched for callers at a time: each may be held in memory. */
const MAX_LINKS = 4;
/** Pause between checks for images that another process has queued. */
const FETCH_EVERY_MS = 5_000;

export interface ImagesOptions {
  /** Where the server may fetch images from; the public internet when omitted. */
  readonly linkRules?: Partial<LinkRules>;
  /** Time limit for the body of an upload. */
  readonly uploadTimeoutMs?: number;
}

/** Images of products and of their descriptions. */
export interface Images extends ServerModule {
  readonly finder: ImageFinder;
  readonly fetcher: ImageFetcher;
  readonly imported: ImportedImages;
  readonly purge: Job;
  readonly purgeOrphans: PurgeOrphanImagesJob;
}

export function createImages(context: AppContext, options: ImagesOptions = {}): Images {
  const { config, database, write, products, blobs, log, now } = context;
  const { linkRules, ...routeOptions } = options;
  const fetchInTurn = createSlots(MAX_LINKS);

  const finder = createImageFinder(database, blobs);
  const purge = createPurgeImagesJob({ database, write, blobs, log, now });
  const shared = { database, write, products, blobs, log, now, onDiscarded: () => purge.removeSoon() };
  const uploads = createImageUploads(shared);
  const productImages = createProductImagesService({
    ...shared,
    describe: describeImage,
  });
  const editorImages = createEditorImages(shared);
  const reads = createImageReads({ finder, editorImages, log });
  const { imported, fetcher } = createImageImport(context, { linkRules, onDiscarded: shared.onDiscarded });
  const fetchImages: Job = {
    name: 'fetch-images',
    everyMs: FETCH_EVERY_MS,
    runsAtStart: true,
    run: async () => fetcher.wake(),
  };
  const purgeOrphans = createPurgeOrphanImagesJob({ database, blobs, log, now });

  return {
    routes: [
      ...createImageDownloadRoutes(context, fetcher),
      ...createImageRoutes({
        ...routeOptions,
        uploads,
        productImages,
        editorImages,
        decodeImage: processUpload,
        decodeToWebp: processToWebp,
        fetchLinked: (url, life) =>
          fetchInTurn(
            async () => processToWebp(await fetchLink(url, { ...PUBLIC_LINKS, ...linkRules }, life), life),
            life,
          ),
        adminUserIds: config.adminUserIds,
      }),
    ],
    reads: { api: reads, images: reads },
    endpoints: reads.endpoints,
    jobs: [purge, purgeOrphans, fetchImages],
    finder,
    fetcher,
    imported,
    purge,
    purgeOrphans,
    async stop() {
      await fetcher.stop();
      await purge.stop();
    },
  };
}

export interface ImageImportOptions {
  readonly linkRules?: Partial<LinkRules> | undefined;
  /** Called after images were discarded: their files can be deleted. */
  readonly onDiscarded: () => void;
}

/** Creates the services that fetch and store the images of imports, for the server and for the import command. */
export function createImageImport(
  {
    database,
    write,
    products,
    blobs,
    log,
    now,
  }: Pick<AppContext, 'database' | 'write' | 'products' | 'blobs' | 'log' | 'now'>,
  { linkRules, onDiscarded }: ImageImportOptions,
): { readonly imported: ImportedImages; readonly fetcher: ImageFetcher } {
  const shared = { write, log, now };
  const imported = createImportedImages({ ...shared, database, products, blobs, onDiscarded, encode: processUpload });
  const fetcher = createImageFetcher({
    ...shared,
    images: imported,
    fetchLink: (link, life) => fetchLink(link, { ...PUBLIC_LINKS, ...linkRules }, life),
  });
  return { imported, fetcher };
}
