import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
import { createSlots } from './decode-slots.ts';
import { createEditorPictures } from './editor-pictures.service.ts';
import { createPictureFinder } from './find-picture.ts';
import type { PictureFinder } from './find-picture.ts';
import { createImageReads } from './image-reads.ts';
import type { ImageReads } from './image-reads.ts';
import { describePicture, processPhoto, processUpload } from './image-pipeline.ts';
import { fetchLink, PUBLIC_LINKS } from './linked-picture.ts';
import type { LinkRules } from './linked-picture.ts';
import { createPictureSweeper } from './picture-sweeper.ts';
import type { PictureSweeper } from './picture-sweeper.ts';
import { createPictureUploads } from './picture-uploads.service.ts';
import { createPictureRoutes } from './pictures.routes.ts';
import { createPictures } from './pictures.service.ts';

const MAX_DECODES = 2;
/** Each of them may hold a picture in memory. */
const MAX_LINKS = 4;

export interface ImagesOptions {
  /** Where the server may fetch pictures from; the public part of the net when left out. */
  readonly linkRules?: Partial<LinkRules>;
  /** How long the body of an upload may take. */
  readonly uploadTimeoutMs?: number;
}

/** Pictures of products and of their descriptions. */
export interface Images {
  readonly routes: readonly Route[];
  readonly reads: ImageReads;
  readonly finder: PictureFinder;
  readonly sweeper: PictureSweeper;
  start(): void;
  stop(): Promise<void>;
}

export function createImages(context: AppContext, options: ImagesOptions = {}): Images {
  const { config, database, write, products, blobs, log, now } = context;
  const { linkRules, ...routeOptions } = options;
  const decodeInTurn = createSlots(MAX_DECODES);
  const fetchInTurn = createSlots(MAX_LINKS);
  const decodePhoto = (bytes: Buffer) => decodeInTurn(() => processPhoto(bytes));

  const finder = createPictureFinder(database, blobs);
  const sweeper = createPictureSweeper({ database, write, blobs, log, now });
  const shared = { database, write, products, blobs, log, now, onGivenUp: () => sweeper.sweepSoon() };
  const uploads = createPictureUploads(shared);
  const pictures = createPictures({ ...shared, describe: (bytes) => decodeInTurn(() => describePicture(bytes)) });
  const editorPictures = createEditorPictures(shared);

  return {
    routes: createPictureRoutes({
      ...routeOptions,
      uploads,
      pictures,
      editorPictures,
      decodePicture: (bytes) => decodeInTurn(() => processUpload(bytes)),
      decodePhoto,
      fetchLinked: (url) =>
        fetchInTurn(async () => decodePhoto(await fetchLink(url, { ...PUBLIC_LINKS, ...linkRules }))),
      adminUserIds: config.adminUserIds,
    }),
    reads: createImageReads({ finder, editorPictures, log }),
    finder,
    sweeper,
    start: () => sweeper.start(),
    stop: () => sweeper.stop(),
  };
}
