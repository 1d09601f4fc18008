import type { Request } from 'express';
import { ApiError } from '#contract/errors.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import {
  deleteEditorFolder,
  deleteEditorPicture,
  deletePicture,
  fetchLinkedPicture,
  listPictures,
  orderPictures,
  uploadEditorPicture,
  uploadPictures,
  uploadPicturesFieldsSchema,
} from '#contract/http/pictures.ts';
import { MAX_UPLOAD_FILES } from '#contract/limits.ts';
import { idSchema } from '#contract/user.ts';
import { actorOf } from '../audit/actor.ts';
import { parseCall } from '../http/parse-call.ts';
import { prepareReply, sendReady } from '../http/ready-reply.ts';
import { route } from '../http/route.ts';
import type { Caller, Route } from '../http/route.ts';
import { readCallKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { hashBearer } from '../identity/request-tokens.ts';
import type { EncodedPicture } from './encode-picture.ts';
import type { EditorPictures } from './editor-pictures.service.ts';
import type { EncodedPhoto } from './image-pipeline.ts';
import { PICTURE_HEADERS } from './image-reads.ts';
import { isMadeId } from './picture-ids.ts';
import type { PictureUploads } from './picture-uploads.service.ts';
import type { Pictures } from './pictures.service.ts';
import type { PictureCaller } from './product-pictures.ts';
import { createPictureReader } from './read-pictures.ts';

/** 15 MiB over a connection of the third generation. */
export const UPLOAD_TIMEOUT_MS = 120_000;

export interface PictureRoutesOptions {
  readonly uploads: PictureUploads;
  readonly pictures: Pictures;
  readonly editorPictures: EditorPictures;
  readonly decodePicture: (bytes: Buffer) => Promise<EncodedPicture>;
  readonly decodePhoto: (bytes: Buffer) => Promise<EncodedPhoto>;
  readonly fetchLinked: (url: string) => Promise<EncodedPhoto>;
  readonly adminUserIds: readonly string[];
  /** How long the body of an upload may take. */
  readonly uploadTimeoutMs?: number;
}

/** Administrators' calls about pictures of products and of their descriptions. */
export function createPictureRoutes(options: PictureRoutesOptions): Route[] {
  const { uploads, pictures, editorPictures, decodePicture, decodePhoto, fetchLinked, adminUserIds } = options;
  const bodyTimeoutMs = options.uploadTimeoutMs ?? UPLOAD_TIMEOUT_MS;
  const toCaller = ({ user, request }: Caller): PictureCaller => ({
    owner: hashBearer(request),
    actor: actorOf(user, adminUserIds),
  });

  // What is there already is not decoded again.
  const pictureForms = createPictureReader<EncodedPicture | 'known'>({
    field: 'images',
    maxFiles: MAX_UPLOAD_FILES,
    decode: async (bytes, request) => {
      const id = readPictureId(request);
      return id !== undefined && (await uploads.isUploaded(id)) ? 'known' : decodePicture(bytes);
    },
  });
  const editorForms = createPictureReader<EncodedPhoto | 'known'>({
    field: 'image',
    maxFiles: 1,
    decode: async (bytes, request) => {
      const id = readPictureId(request);
      const { params } = parsePath(uploadEditorPicture, request);
      const product = { shop: params.shop, productId: params.id };
      return id !== undefined && (await editorPictures.findUploaded(id, product)) ? 'known' : decodePhoto(bytes);
    },
  });

  return [
    {
      ...route(uploadPictures, async (_call, caller) => {
        const { fields, files } = pictureForms.formOf(caller.request);
        const { productId, shopType, rate } = readFields(fields);
        if (files.length === 0) throw new ApiError('bad-request', 'There is no file.');
        const id = readPictureId(caller.request);
        if (id !== undefined && files.length > 1) {
          throw new ApiError('bad-request', 'With an Idempotency-Key there must be one file.');
        }
        const product = { shop: shopType, productId };
        const isForAddition = rate !== undefined;
        const uploaded = await uploads.upload({ ...toCaller(caller), product, id, files, isForAddition });
        return { images: uploaded.map(({ name }) => name), pictures: uploaded };
      }),
      readBody: pictureForms.readBody,
      bodyTimeoutMs,
    },

    route(listPictures, async ({ params: { shop, id } }) => ({ images: await pictures.list({ shop, productId: id }) })),

    route(orderPictures, async ({ params: { shop, id }, body }, caller) => ({
      images: await pictures.order({ shop, productId: id }, body.images, {
        ...toCaller(caller),
        key: readCallKey(caller.request, 'order-pictures'),
      }),
    })),

    route(deletePicture, async ({ params: { shop, id, fileName } }, caller) => ({
      images: await pictures.remove({ shop, productId: id }, fileName, toCaller(caller)),
    })),

    {
      endpoint: fetchLinkedPicture,
      handler: async (request, response) => {
        const { body } = parseCall(fetchLinkedPicture, { params: {}, search: '', body: request.body as unknown });
        const { bytes } = await fetchLinked(body.url);
        const reply = prepareReply({
          contentType: 'image/webp',
          cacheControl: 'no-store',
          body: bytes,
          headers: PICTURE_HEADERS,
        });
        sendReady(request, response, reply);
      },
    },

    {
      ...route(uploadEditorPicture, async ({ params }, { request }) => {
        const product = { shop: params.shop, productId: params.id };
        const [file] = editorForms.formOf(request).files;
        if (!file) throw new ApiError('bad-request', 'There is no file.');
        const id = readPictureId(request);
        return {
          imageUrl: await editorPictures.upload({ product, id, owner: hashBearer(request), photo: file.picture }),
        };
      }),
      readBody: editorForms.readBody,
      bodyTimeoutMs,
    },

    route(deleteEditorPicture, async ({ body }) => {
      await editorPictures.remove(body.src);
      return undefined;
    }),

    route(deleteEditorFolder, async ({ params: { shop, id } }, { request }) => {
      await editorPictures.removeAll({ shop, productId: id }, hashBearer(request));
      return undefined;
    }),
  ];
}

const parsePath = <E extends Endpoint>(endpoint: E, request: Request): EndpointCall<E> =>
  parseCall(endpoint, { params: request.params as Record<string, string>, search: '' });

/** @throws ApiError unknown-shop, bad-request */
function readFields(fields: Readonly<Record<string, unknown>>) {
  const parsed = uploadPicturesFieldsSchema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ path }) => path[0] === 'shopType')) throw new ApiError('unknown-shop');
  throw new ApiError('bad-request', undefined, {
    errors: issues.map(({ path, message }) => ({ pointer: `/body/${path.join('/')}`, message })),
  });
}

/** The id that a caller gives a picture. @throws ApiError bad-request when the key cannot be one */
function readPictureId(request: Request): string | undefined {
  const key = readIdempotencyKey(request);
  if (key !== undefined && (!idSchema.safeParse(key).success || isMadeId(key))) {
    throw new ApiError('bad-request', 'The Idempotency-Key must be an id.');
  }
  return key;
}
