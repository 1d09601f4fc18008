import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#contract/errors.ts';
import { SHOPS } from '#contract/shops.ts';
import type { Logger } from 'pino';
import { sendProblem, toProblemReply } from '../http/problem.ts';
import { prepareReply, sendReady } from '../http/ready-reply.ts';
import type { Blob, BlobStore } from '../storage/blob-store.ts';
import { findSpecifiedPath } from './image-paths.ts';

/** Serves pictures out of the blob store. */
export interface ImageReads {
  /** Whether the request was for something below `/images/`; the reply is sent or on its way then. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

const PREFIX = '/images/';
const FOLDERS = SHOPS.map((shop) => shop.imageFolder).join('|');
/** Folder, product id, then a picture or its preview; nothing else is looked up. */
const IMAGE_PATH = new RegExp(String.raw`^/images/((?:${FOLDERS})/\d{1,10}/(?:preview/)?\d{1,16}(?:-\d{1,3})?\.webp)$`);

/** An address with a version never shows another picture; one without may. */
const VERSIONED = 'public, max-age=31536000, immutable';
const UNVERSIONED = 'public, max-age=300';

/** Should a picture be opened as a document all the same, it may do nothing. */
const IMAGE_HEADERS = [
  'cross-origin-resource-policy',
  'same-origin',
  'content-security-policy',
  "sandbox; default-src 'none'",
] as const;

export function createImageReads(blobs: BlobStore, log: Logger): ImageReads {
  /** Older pictures and imported ones have fewer widths than pages ask for. */
  const findBlob = async (path: string): Promise<Blob | undefined> => {
    const blob = await blobs.find(path);
    const specified = blob ? undefined : findSpecifiedPath(path);
    return specified === undefined ? blob : blobs.find(specified);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const [path = '', search = ''] = (request.url ?? '').split('?', 2);
      const blobPath = IMAGE_PATH.exec(path)?.[1];
      const blob = blobPath === undefined ? undefined : await findBlob(blobPath);
      if (!blob) throw new ApiError('not-found');
      const reply = prepareReply({
        contentType: 'image/webp',
        cacheControl: /^v=\w/.test(search) ? VERSIONED : UNVERSIONED,
        body: blob.bytes,
        etag: `"${blob.tag}"`,
        headers: IMAGE_HEADERS,
      });
      sendReady(request, response, reply);
    } catch (error) {
      sendProblem(response, toProblemReply(error, log));
    }
  };

  return {
    handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      if (!request.url?.startsWith(PREFIX)) return false;
      void answer(request, response);
      return true;
    },
  };
}
