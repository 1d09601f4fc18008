import * as z from 'zod/mini';
import { MAX_BATCH_IDS } from '../limits.ts';
import { productIdSchema, productSchema } from '../products/product.ts';
import { visitorEndpoint } from './endpoint.ts';
import { productIdParamSchema, shopQuerySchema } from '../text/parameters.ts';

/** Members that the specification's simple client compares with its copy. */
const productListItemSchema = z.object({ id: productIdSchema, updated_at: z.string(), imagecount: z.int() });

/** A shop's main categories and the subcategories of each, both alphabetical. */
const categoriesSchema = z.object({
  mainCategories: z.array(z.string()),
  categoryMap: z.record(z.string(), z.array(z.string())),
});
export type Categories = z.infer<typeof categoriesSchema>;

const productParams = z.object({ id: productIdParamSchema });

export const listProducts = visitorEndpoint('GET /api/products', {
  summary: 'Ids, change times and picture counts of all products of a shop, and its categories',
  query: shopQuerySchema,
  reply: z.object({
    products: z.array(productListItemSchema),
    categories: categoriesSchema,
    /** Where the change feed continues after this list. */
    epoch: z.string(),
    seq: z.int(),
  }),
});

export const getProduct = visitorEndpoint('GET /api/products/{id}', {
  summary: 'One product',
  params: productParams,
  query: shopQuerySchema,
  reply: productSchema,
});

export const batchProducts = visitorEndpoint('POST /api/products/batch', {
  summary: 'Several products by id; ids that do not exist are named in `missing`',
  query: shopQuerySchema,
  body: z.strictObject({ ids: z.array(productIdSchema).check(z.minLength(1), z.maxLength(MAX_BATCH_IDS)) }),
  reply: z.object({ products: z.array(productSchema), missing: z.array(z.int()) }),
  rateLimit: 'read',
});

export const viewProduct = visitorEndpoint('POST /api/products/{id}/view', {
  summary: 'Counts a view, once per visitor and product within half an hour',
  params: productParams,
  query: shopQuerySchema,
});

export const listCategories = visitorEndpoint('GET /api/categories', {
  summary: 'Main categories of a shop and the subcategories of each',
  query: shopQuerySchema,
  reply: categoriesSchema,
});
