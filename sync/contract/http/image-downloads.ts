import * as z from 'zod/mini';
import { MAX_LISTED_FAILURES } from '../limits.ts';
import { productIdSchema } from '../products/product.ts';
import { shopQuerySchema } from '../text/parameters.ts';
import { adminEndpoint } from './endpoint.ts';

const imageDownloadsSchema = z.object({
  /** Images that are still to be fetched. */
  waiting: z.number(),
  done: z.number(),
  failed: z.number(),
  /** The first failed downloads, by product; `reason` is shown after the link. */
  failures: z.array(
    z.object({ id: z.string(), productId: productIdSchema, title: z.string(), link: z.string(), reason: z.string() }),
  ),
});
export type ImageDownloads = z.infer<typeof imageDownloadsSchema>;

export const listImageDownloads = adminEndpoint('catalogue', 'GET /api/image-downloads', {
  summary: `How far the images of imports are that the server fetches by their links, and the first ${MAX_LISTED_FAILURES} that failed`,
  query: shopQuerySchema,
  reply: imageDownloadsSchema,
});

export const retryImageDownloads = adminEndpoint('catalogue', 'POST /api/image-downloads/retry', {
  summary:
    'Fetches the images of imports that failed once more. Repeated, it does nothing while they are being fetched',
  query: shopQuerySchema,
  reply: z.object({ retried: z.number() }),
});

export const importImage = adminEndpoint('catalogue', 'POST /api/import-image', {
  summary:
    'An image of a ZIP file in a multipart form. Its `path` in the file names its product by id or external_id, as `lamp-1.jpg` and `12/2.webp` do. Repeated, it changes nothing',
  query: shopQuerySchema,
  form: {
    files: 'image',
    maxFiles: 1,
    fields: z.object({ path: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  },
  reply: z.object({ productId: productIdSchema, isNew: z.boolean() }),
  errors: ['not-found', 'too-many-pictures', 'in-progress'],
  rateLimit: 'upload',
});
