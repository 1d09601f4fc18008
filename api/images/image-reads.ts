import type { IncomingMessage, ServerResponse } from 'node:http';
import { findEditorPictureId, PICTURE_NAME } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { getPicture } from '#contract/http/pictures.ts';
import { SHOPS } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { prepareReply, sendReady } from '../http/ready-reply.ts';
import type { Blob } from '../storage/blob-store.ts';
import type { EditorPictures } from './editor-pictures.service.ts';
import type { PictureFinder } from './find-picture.ts';

/** Serves pictures out of the blob store. */
export interface ImageReads {
  /** Whether the request was for something below `/images/` or `/api/images/`; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Calls of the contract that are answered here. */
  readonly endpoints: readonly Endpoint[];
}

const PUBLIC_PREFIX = '/images/';
const NAMED_PREFIX = '/api/images/';

/** An address with a version never shows another picture; one without may. */
const VERSIONED = 'public, max-age=31536000, immutable';
const UNVERSIONED = 'public, max-age=300';
/** A name is given anew when its picture is gone. */
const NAMED = 'public, no-cache';

/** Should a picture be opened as a document all the same, it may do nothing. */
export const PICTURE_HEADERS = [
  'cross-origin-resource-policy',
  'same-origin',
  'content-security-policy',
  "sandbox; default-src 'none'",
] as const;

interface Found {
  readonly blob: Blob | undefined;
  readonly cacheControl: string;
}

export interface ImageReadsOptions {
  readonly finder: PictureFinder;
  readonly editorPictures: Pick<EditorPictures, 'find'>;
  readonly log: Logger;
}

const SHOP_OF_FOLDER = new Map<string, (typeof SHOPS)[number]['key']>(
  SHOPS.map(({ key, imageFolder }) => [imageFolder, key]),
);
const NAMED_PATH = /^\/api\/images\/(\w+)\/([1-9]\d{0,9})\/([^/]+)$/;

export function createImageReads({ finder, editorPictures, log }: ImageReadsOptions): ImageReads {
  const findPublic = async (path: string, search: string): Promise<Found> => {
    const editorPictureId = findEditorPictureId(path);
    // Its id never stands for another one.
    if (editorPictureId !== undefined)
      return { blob: await editorPictures.find(editorPictureId), cacheControl: VERSIONED };
    const blob = await finder.find(path.slice(PUBLIC_PREFIX.length));
    return { blob, cacheControl: /^v=\w/.test(search) ? VERSIONED : UNVERSIONED };
  };

  const findNamed = async (path: string): Promise<Found> => {
    const [, folder = '', id, name = ''] = NAMED_PATH.exec(path) ?? [];
    const shop = SHOP_OF_FOLDER.get(folder);
    const isName = shop !== undefined && PICTURE_NAME.test(name);
    return { blob: isName ? await finder.findNamed(shop, Number(id), name) : undefined, cacheControl: NAMED };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const [path = '', search = ''] = (request.url ?? '').split('?', 2);
      const { blob, cacheControl } = await (path.startsWith(NAMED_PREFIX) ? findNamed(path) : findPublic(path, search));
      if (!blob) throw new ApiError('not-found');
      const reply = prepareReply({
        contentType: 'image/webp',
        cacheControl,
        body: blob.bytes,
        etag: `"${blob.tag}"`,
        headers: PICTURE_HEADERS,
      });
      sendReady(request, response, reply);
    } catch (error) {
      sendProblem(response, toProblemReply(error, log));
    }
  };

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      if (!request.url?.startsWith(PUBLIC_PREFIX) && !request.url?.startsWith(NAMED_PREFIX)) return false;
      void answer(request, response);
      return true;
    },
    endpoints: [getPicture],
  };
}
