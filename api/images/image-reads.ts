import type { IncomingMessage, ServerResponse } from 'node:http';
import { findEditorImageId, IMAGE_NAME_PATTERN } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { getImage } from '#contract/http/images.ts';
import { SHOPS } from '#contract/shops.ts';
import { parseWholeNumber } from '#contract/text/whole-number.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import type { Blob } from '../storage/blobs/blob-store.ts';
import type { EditorImages } from './editor-images.service.ts';
import type { ImageFinder } from './image-finder.ts';

/** Serves images from the blob store. */
export interface ImageReads {
  /** Returns true when the request reads below `/images/` or `/api/images/`: the response is then sent or in preparation. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** The contract's calls that are handled here. */
  readonly endpoints: readonly Endpoint[];
}

const PUBLIC_PREFIX = '/images/';
const NAMED_PREFIX = '/api/images/';

/** The image behind an address with the current version never changes; behind one without a version it may. */
const CURRENT = 'public, max-age=31536000, immutable';
const UNVERSIONED = 'public, max-age=300';
/** For versions that are not current, which show the current image only for now, and for names, which may be reused after a deletion. */
const REVALIDATED = 'public, no-cache';

/** An image that is opened as a document must not be able to run anything. */
export const IMAGE_HEADERS = [
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
  readonly finder: ImageFinder;
  readonly editorImages: Pick<EditorImages, 'find'>;
  readonly log: Logger;
}

const SHOP_OF_FOLDER = new Map<string, (typeof SHOPS)[number]['key']>(
  SHOPS.map(({ key, imageFolder }) => [imageFolder, key]),
);
const NAMED_PATH = /^\/api\/images\/(\w+)\/([1-9]\d{0,9})\/([^/]+)$/;

export function createImageReads({ finder, editorImages, log }: ImageReadsOptions): ImageReads {
  const findPublic = async (path: string, search: string): Promise<Found> => {
    const editorImageId = findEditorImageId(path);
    // Callers use an editor image's id again only to repeat the upload of the same image.
    if (editorImageId !== undefined) return { blob: await editorImages.find(editorImageId), cacheControl: CURRENT };
    // The version also identifies which of the products that have had this id is meant.
    const version = parseWholeNumber(new URLSearchParams(search).get('v') ?? '');
    const found = await finder.find(path.slice(PUBLIC_PREFIX.length), version);
    if (version === undefined) return { blob: found?.blob, cacheControl: UNVERSIONED };
    return { blob: found?.blob, cacheControl: found?.isCurrent === true ? CURRENT : REVALIDATED };
  };

  const findNamed = async (path: string): Promise<Found> => {
    const [, folder = '', id, name = ''] = NAMED_PATH.exec(path) ?? [];
    const shop = SHOP_OF_FOLDER.get(folder);
    const isName = shop !== undefined && IMAGE_NAME_PATTERN.test(name);
    return { blob: isName ? await finder.findNamed(shop, Number(id), name) : undefined, cacheControl: REVALIDATED };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const [path = '', search = ''] = (request.url ?? '').split('?', 2);
      const { blob, cacheControl } = await (path.startsWith(NAMED_PREFIX) ? findNamed(path) : findPublic(path, search));
      if (!blob) throw new ApiError('not-found');
      const reply = prepareResponse({
        contentType: 'image/webp',
        cacheControl,
        body: blob.bytes,
        etag: `"${blob.tag}"`,
        headers: IMAGE_HEADERS,
      });
      sendCachedResponse(request, response, reply);
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
    endpoints: [getImage],
  };
}
