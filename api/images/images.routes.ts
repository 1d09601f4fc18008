import type { Request } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import {
  deleteEditorFolder,
  deleteEditorImage,
  deleteImage,
  fetchLinkedImage,
  listImages,
  orderImages,
  uploadEditorImage,
  uploadImages,
} from '#contract/http/images.ts';
import { idSchema } from '#contract/account/user.ts';
import { actorOf } from '../audit/actor.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import { parseCall, parseFields } from '../http/parse-call.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import { route } from '../http/route.ts';
import type { Caller, Route } from '../http/route.ts';
import { readCallKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { hashBearer } from '../http/caller/request-tokens.ts';
import type { EncodedImage } from './processing/encode-image.ts';
import type { EditorImages } from './editor-images.service.ts';
import type { WebpImage } from './processing/image-pipeline.ts';
import { IMAGE_HEADERS } from './image-reads.ts';
import { isServerId } from './image-ids.ts';
import type { ImageUploads } from './image-uploads.service.ts';
import type { ProductImagesService } from './product-images.service.ts';
import type { ImageCaller } from './product-images.ts';
import { createImageFormReader } from './image-form-reader.ts';

/** Long enough for 15 MiB over a 3G connection. */
export const UPLOAD_TIMEOUT_MS = 120_000;

export interface ImageRoutesOptions {
  readonly uploads: ImageUploads;
  readonly productImages: ProductImagesService;
  readonly editorImages: EditorImages;
  readonly decodeImage: (bytes: Buffer, life: CallerLife) => Promise<EncodedImage>;
  readonly decodeToWebp: (bytes: Buffer, life: CallerLife) => Promise<WebpImage>;
  readonly fetchLinked: (url: string, life: CallerLife) => Promise<WebpImage>;
  readonly adminUserIds: readonly string[];
  /** Time limit for the body of an upload. */
  readonly uploadTimeoutMs?: number;
}

/** Routes of the administrators' calls about product images and editor images. */
export function createImageRoutes(options: ImageRoutesOptions): Route[] {
  const { uploads, productImages, editorImages, decodeImage, decodeToWebp, fetchLinked, adminUserIds } = options;
  const bodyTimeoutMs = options.uploadTimeoutMs ?? UPLOAD_TIMEOUT_MS;
  const toCaller = (caller: Caller): ImageCaller => ({
    owner: hashBearer(caller.request),
    actor: actorOf(caller, adminUserIds),
  });

  // An image that is stored already is not decoded again.
  const imageForms = createImageFormReader<EncodedImage | 'known'>({
    form: uploadImages.form,
    decode: async (bytes, request, life) => {
      const id = readImageId(request);
      return id !== undefined && (await uploads.isUploaded(id)) ? 'known' : decodeImage(bytes, life);
    },
  });
  const editorForms = createImageFormReader<WebpImage | 'known'>({
    form: uploadEditorImage.form,
    decode: async (bytes, request, life) => {
      const id = readImageId(request);
      const { params } = parsePath(uploadEditorImage, request);
      const product = { shop: params.shop, productId: params.id };
      return id !== undefined && (await editorImages.findUploaded(id, product)) ? 'known' : decodeToWebp(bytes, life);
    },
  });

  return [
    {
      ...route(uploadImages, async (_call, caller) => {
        const { fields, files } = imageForms.formOf(caller.request);
        const { productId, shopType, rate, seen } = parseFields(uploadImages, fields);
        if (files.length === 0) throw new ApiError('bad-request', 'The form has no file.');
        const id = readImageId(caller.request);
        if (id !== undefined && files.length > 1) {
          throw new ApiError('bad-request', 'A form with an Idempotency-Key must have exactly one file.');
        }
        const product = { shop: shopType, productId, seenSeq: seen };
        const isForAddition = rate !== undefined;
        const uploaded = await uploads.upload({ ...toCaller(caller), product, id, files, isForAddition });
        return { images: uploaded.map(({ name }) => name), pictures: uploaded };
      }),
      readBody: imageForms.readBody,
      bodyTimeoutMs,
    },

    route(listImages, async ({ params: { shop, id } }) => ({
      images: await productImages.list({ shop, productId: id }),
    })),

    route(orderImages, async ({ params: { shop, id }, query: { seen }, body }, caller) => ({
      images: await productImages.order(
        { shop, productId: id, seenSeq: seen },
        body.images,
        { ...toCaller(caller), key: readCallKey(caller.request, 'order-pictures') },
        body.condition_images,
      ),
    })),

    route(deleteImage, async ({ params: { shop, id, fileName }, query: { seen } }, caller) => ({
      images: await productImages.remove({ shop, productId: id, seenSeq: seen }, fileName, toCaller(caller)),
    })),

    {
      endpoint: fetchLinkedImage,
      handler: async (request, response) => {
        const { body } = parseCall(fetchLinkedImage, { params: {}, search: '', body: request.body as unknown });
        const { bytes } = await fetchLinked(body.url, lifeOf(response));
        const reply = prepareResponse({
          contentType: 'image/webp',
          cacheControl: 'no-store',
          body: bytes,
          headers: IMAGE_HEADERS,
        });
        sendCachedResponse(request, response, reply);
      },
    },

    {
      ...route(uploadEditorImage, async ({ params }, caller) => {
        const { request } = caller;
        const product = { shop: params.shop, productId: params.id };
        const [file] = editorForms.formOf(request).files;
        if (!file) throw new ApiError('bad-request', 'The form has no file.');
        const id = readImageId(request);
        return {
          imageUrl: await editorImages.upload({ product, id, ...toCaller(caller), image: file.image }),
        };
      }),
      readBody: editorForms.readBody,
      bodyTimeoutMs,
    },

    route(deleteEditorImage, async ({ body }) => {
      await editorImages.remove(body.src);
      return undefined;
    }),

    route(deleteEditorFolder, async ({ params: { shop, id } }, { request }) => {
      await editorImages.removeAll({ shop, productId: id }, hashBearer(request));
      return undefined;
    }),
  ];
}

const parsePath = <E extends Endpoint>(endpoint: E, request: Request): EndpointCall<E> =>
  parseCall(endpoint, { params: request.params as Record<string, string>, search: '' });

/** Returns the id that a caller chose for an image. @throws ApiError bad-request when the key is not a valid id */
function readImageId(request: Request): string | undefined {
  const key = readIdempotencyKey(request);
  if (key !== undefined && (!idSchema.safeParse(key).success || isServerId(key))) {
    throw new ApiError('bad-request', 'The Idempotency-Key must be an id.');
  }
  return key;
}
