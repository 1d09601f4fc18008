import type { RequestHandler } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import { getChatPhoto, uploadChatPhoto } from '#contract/http/chats.ts';
import { idSchema } from '#contract/account/user.ts';
import type { User } from '#contract/account/user.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import { API_HEADERS } from '../http/headers/api-headers.ts';
import { parseCall } from '../http/parse-call.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import { route } from '../http/route.ts';
import type { Caller, Route } from '../http/route.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { findMember } from './chat.repository.ts';
import type { ChatsService } from './chats.service.ts';
import type { Photos } from './photos.ts';
import { createPhotoReader } from './read-photo.ts';

/** A photo that is opened as a document is sandboxed. */
const PHOTO_HEADERS = [...API_HEADERS, 'content-security-policy', "sandbox; default-src 'none'"] as const;
/** Enough for 8 MiB over a 3G connection. */
export const UPLOAD_TIMEOUT_MS = 120_000;
/** A photo never changes, but access to it does, so browsers revalidate. */
const CACHE_CONTROL = 'private, no-cache';

export interface PhotoRoutesOptions {
  readonly database: Database;
  readonly chats: Pick<ChatsService, 'requireMember' | 'ensureMember'>;
  readonly write: Write;
  readonly photos: Photos;
}

/** The endpoints to upload and read photos; for users who are no members, a chat does not exist. */
export function createPhotoRoutes({ database, chats, write, photos }: PhotoRoutesOptions): Route[] {
  const readPhoto = createPhotoReader();

  /** Checks membership before the photo is read into memory. */
  const readMembersPhoto: RequestHandler = async (request, response, next) => {
    const { params } = parseCall(uploadChatPhoto, { params: request.params as Record<string, string>, search: '' });
    const { user } = request as { user?: User };
    const sub = user?.sub ?? '';
    // Nearly every upload is to an existing chat and needs no write transaction.
    if (!(await findMember(database.reader, params.chatId, sub))) {
      await write((unit) => chats.ensureMember(unit, params.chatId, sub));
    }
    readPhoto(request, response, next);
  };

  const answerPhoto: RequestHandler = async (request, response) => {
    const { params } = parseCall(getChatPhoto, { params: request.params as Record<string, string>, search: '' });
    const { user } = request as { user?: User };
    await chats.requireMember(database.reader, params.chatId, user?.sub ?? '');
    const photo = await photos.find(params.chatId, params.name.replace(/\.webp$/, ''));
    if (!photo) throw new ApiError('not-found');
    const reply = prepareResponse({
      contentType: 'image/webp',
      cacheControl: CACHE_CONTROL,
      body: photo.bytes,
      etag: `"${photo.tag}"`,
      headers: PHOTO_HEADERS,
    });
    sendCachedResponse(request, response, reply);
  };

  return [
    {
      ...route(uploadChatPhoto, async ({ params: { chatId } }, { user, request, response }) => {
        const { file } = request;
        if (!user) throw new ApiError('unauthorized');
        if (!file) throw new ApiError('bad-request', 'There is no file.');
        const photo = { id: readPhotoId(request), bytes: file.buffer, life: lifeOf(response) };
        return { filePath: await photos.store({ chatId, sub: user.sub, ...photo }) };
      }),
      readBody: readMembersPhoto,
      bodyTimeoutMs: UPLOAD_TIMEOUT_MS,
    },
    { endpoint: getChatPhoto, handler: answerPhoto },
  ];
}

/** @throws ApiError bad-request when the key is no valid photo id */
function readPhotoId(request: Caller['request']): string | undefined {
  const key = readIdempotencyKey(request);
  if (key !== undefined && !idSchema.safeParse(key).success) {
    throw new ApiError('bad-request', 'The Idempotency-Key must be an id.');
  }
  return key;
}
