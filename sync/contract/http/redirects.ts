import * as z from 'zod/mini';
import { MAX_IMPORT_ROWS } from '../limits.ts';
import { importResultSchema, importRowSchema } from '../products/admin-product.ts';
import { shopQuerySchema } from '../text/parameters.ts';
import { adminEndpoint } from './endpoint.ts';

export const importRedirects = adminEndpoint('catalogue', 'POST /api/import-redirects', {
  summary:
    'Lets old addresses lead to products and categories, from rows with the columns old_path and product (id or external_id), or main_category and category. Repeated, it changes nothing',
  query: shopQuerySchema,
  body: z.strictObject({
    rows: z.array(importRowSchema).check(z.minLength(1), z.maxLength(MAX_IMPORT_ROWS)),
    dryRun: z.boolean(),
  }),
  readsApart: ['rows'],
  maxBodyBytes: 1_000_000,
  reply: z.object({ results: z.array(importResultSchema) }),
});
