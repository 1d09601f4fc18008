import * as z from 'zod/mini';
import {
  adminProductParamsSchema,
  adminShopSchema,
  imageNameSchema,
  uploadedImageSchema,
} from '../products/admin-product.ts';
import { markedImagesSchema } from '../products/condition-images.ts';
import { MAX_IMAGE_COUNT, MAX_LINK_LENGTH, MAX_UPLOAD_FILES } from '../limits.ts';
import { SHOPS } from '../shops.ts';
import { adminEndpoint, visitorEndpoint } from './endpoint.ts';
import { productIdParamSchema, seenQuerySchema, seenSchema } from '../text/parameters.ts';

const namesSchema = z.object({ images: z.array(imageNameSchema) });

/**
 * Other fields of an upload form. `seen` is sent on an edit. `rate`, with any value, marks an add: the images wait for the product with
 * this id.
 */
export const uploadImagesFieldsSchema = z.object({
  productId: productIdParamSchema,
  shopType: adminShopSchema,
  rate: z.optional(z.string()),
  seen: seenSchema,
});

export const uploadImages = adminEndpoint('catalogue', 'POST /api/upload-images', {
  summary:
    'Pictures of a product in a multipart form. Those of a product that is not there yet wait for it. With one file, an Idempotency-Key is the picture’s id',
  form: { files: 'images', maxFiles: MAX_UPLOAD_FILES, fields: uploadImagesFieldsSchema },
  headers: ['Idempotency-Key'],
  reply: z.object({ images: z.array(imageNameSchema), pictures: z.array(uploadedImageSchema) }),
  errors: ['not-found', 'too-many-pictures', 'idempotency-conflict', 'in-progress'],
  rateLimit: 'upload',
});

export const listImages = visitorEndpoint('GET /api/product-images/{shop}/{id}', {
  summary: 'Names of a product’s pictures in their order',
  params: adminProductParamsSchema,
  reply: namesSchema,
});

export const orderImages = adminEndpoint('catalogue', 'PUT /api/product-images/{shop}/{id}', {
  summary:
    'Puts a product’s pictures into an order; those that are not named come after the others. With an Idempotency-Key a repeat changes nothing more',
  params: adminProductParamsSchema,
  query: seenQuerySchema,
  body: z.strictObject({
    images: z.array(imageNameSchema).check(z.maxLength(MAX_IMAGE_COUNT)),
    /** Names of the images that show a condition, in a shop of open-box offers; when left out, the marks stay as they are. */
    condition_images: z.optional(markedImagesSchema(imageNameSchema)),
  }),
  headers: ['Idempotency-Key'],
  reply: namesSchema,
  errors: ['idempotency-conflict'],
});

export const deleteImage = adminEndpoint('catalogue', 'DELETE /api/product-images/{shop}/{id}/{fileName}', {
  summary: 'Deletes a picture; those after it move up. Repeated, it does nothing',
  params: z.extend(adminProductParamsSchema, { fileName: imageNameSchema }),
  query: seenQuerySchema,
  reply: namesSchema,
  errors: ['last-picture'],
});

export const getImage = visitorEndpoint('GET /api/images/{folder}/{id}/{name}', {
  summary: 'A picture of a product by its name, or its preview: `preview/1.webp` is not among them',
  params: z.object({
    folder: z.enum(SHOPS.map(({ imageFolder }) => imageFolder)),
    id: productIdParamSchema,
    name: imageNameSchema,
  }),
  reply: z.unknown(),
  replyType: 'image/webp',
});

export const fetchLinkedImage = adminEndpoint('catalogue', 'POST /api/image-from-link', {
  summary: 'The picture behind a public web address, fetched by the server and ready for upload',
  body: z.strictObject({ url: z.string().check(z.maxLength(MAX_LINK_LENGTH)) }),
  reply: z.unknown(),
  replyType: 'image/webp',
  errors: ['link-refused'],
  rateLimit: 'upload',
});

export const uploadEditorImage = adminEndpoint('catalogue', 'POST /api/tiptap-upload-image/{shop}/{id}', {
  summary: 'A picture of a product’s description, in a multipart form as `image`; an Idempotency-Key is its id',
  params: adminProductParamsSchema,
  form: { files: 'image', maxFiles: 1 },
  headers: ['Idempotency-Key'],
  reply: z.object({ imageUrl: z.string() }),
  errors: ['idempotency-conflict', 'in-progress'],
  rateLimit: 'upload',
});

export const deleteEditorImage = adminEndpoint('catalogue', 'POST /api/tiptap-delete-image', {
  summary: 'Deletes a description’s picture as soon as no product shows it; repeated, it does nothing',
  body: z.strictObject({ src: z.string().check(z.maxLength(MAX_LINK_LENGTH)) }),
  errors: ['not-found'],
});

export const deleteEditorFolder = adminEndpoint('catalogue', 'DELETE /api/tiptap-delete-folder/{shop}/{id}', {
  summary: 'Deletes the pictures that were uploaded for the description of a product that was never added',
  params: adminProductParamsSchema,
  errors: ['product-exists'],
});
