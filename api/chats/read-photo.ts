import type { RequestHandler } from 'express';
import multer, { MulterError, memoryStorage } from 'multer';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_CHAT_PHOTO_BYTES } from '#contract/limits.ts';
import type { User } from '#contract/account/user.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { createPlaces } from '../http/caller/places.ts';

const FIELD = 'image';
/** The file plus the multipart overhead. */
const MAX_FORM_BYTES = MAX_CHAT_PHOTO_BYTES + 16_384;
/** Concurrent uploads, each of which may take MAX_FORM_BYTES of memory. */
const MAX_READS = 16;
/** Concurrent uploads per user, so that a slow sender does not block others. */
const MAX_USER_READS = 4;
const RETRY_AFTER_S = 2;

/**
 * Reads a multipart form with one file, `image`, into memory as `request.file`.
 * Passes an ApiError bad-request, too-large, unsupported-media-type or too-many-requests to `next`. @throws CallerGoneError
 */
export function createPhotoReader(): RequestHandler {
  const read = multer({
    storage: memoryStorage(),
    limits: { fileSize: MAX_CHAT_PHOTO_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  }).single(FIELD);
  const places = createPlaces({ kind: 'upload', total: MAX_READS, share: MAX_USER_READS });

  return (request, response, next) => {
    const sub = (request as { user?: User }).user?.sub ?? '';
    if (!request.is('multipart/form-data')) {
      next(new ApiError('unsupported-media-type', 'The body must be multipart/form-data.'));
    } else if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) {
      next(tooLarge());
    } else if (typeof places.take(lifeOf(response), sub) === 'string') {
      next(new ApiError('too-many-requests', undefined, { retryAfterSeconds: RETRY_AFTER_S }));
    } else {
      read(request, response, (error: unknown) => next(error === undefined ? undefined : toApiError(error)));
    }
  };
}

const tooLarge = () => new ApiError('too-large', 'A photo may have 8 MiB at most.');

/** Maps an error of the parser: every error except the one for a file that is too large means a malformed form. */
function toApiError(error: unknown): ApiError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  return new ApiError('bad-request', `The form must have one file, ${FIELD}, and nothing else.`);
}
