import * as z from 'zod/mini';
import {
  addProductBodySchema,
  adminProductParamsSchema,
  deletedProductSchema,
  editProductBodySchema,
  exportedProductSchema,
  importResultSchema,
  importRowSchema,
} from '../products/admin-product.ts';
import { MAX_IMPORT_ROWS, MAX_PRODUCT_BODY_BYTES } from '../limits.ts';
import { productIdSchema, productSchema } from '../products/product.ts';
import { adminEndpoint } from './endpoint.ts';
import { productIdParamSchema, seenQuerySchema, shopQuerySchema, wholeNumberSchema } from '../text/parameters.ts';

const PAGE = z.optional(wholeNumberSchema(1, 500));

export const nextId = adminEndpoint('catalogue', 'GET /api/next-id', {
  summary: 'The id that the next product of a shop may have; another one may be faster',
  query: shopQuerySchema,
  reply: z.object({ nextId: productIdSchema }),
});

export const addProduct = adminEndpoint('catalogue', 'POST /api/add-product', {
  summary:
    'Adds a product with the pictures that were uploaded for it. An Idempotency-Key makes a repeat the same product',
  query: shopQuerySchema,
  body: addProductBodySchema,
  maxBodyBytes: MAX_PRODUCT_BODY_BYTES,
  headers: ['Idempotency-Key'],
  reply: productSchema,
  /**
   * After `id-taken` the reply’s `current` is `{ nextId }`. `not-found`: the product that was added with this Idempotency-Key has been
   * deleted.
   */
  errors: ['id-taken', 'picture-missing', 'idempotency-conflict', 'not-found'],
});

export const editProduct = adminEndpoint('catalogue', 'PUT /api/edit-product/{shop}/{id}', {
  summary: 'Changes the fields of a product; `If-Match` names the `seq` that it starts from',
  params: adminProductParamsSchema,
  body: editProductBodySchema,
  maxBodyBytes: MAX_PRODUCT_BODY_BYTES,
  headers: ['Idempotency-Key', 'If-Match'],
  reply: productSchema,
  /** After `stale-version` the reply’s `current` is the product. */
  errors: ['stale-version', 'idempotency-conflict'],
});

export const deleteProduct = adminEndpoint('catalogue', 'DELETE /api/delete-product/{shop}/{id}', {
  summary: 'Deletes a product; it can be brought back for a while',
  params: adminProductParamsSchema,
  query: seenQuerySchema,
  headers: ['Idempotency-Key'],
});

export const restoreProduct = adminEndpoint('catalogue', 'POST /api/restore-product/{shop}/{id}', {
  summary:
    'Brings a deleted product back with its pictures; one that is there stays as it is. With an Idempotency-Key a repeat brings nothing back',
  params: adminProductParamsSchema,
  headers: ['Idempotency-Key'],
  reply: productSchema,
  errors: ['idempotency-conflict'],
});

export const listDeletedProducts = adminEndpoint('catalogue', 'GET /api/deleted-products', {
  summary: 'Products of a shop that can be brought back, the last deleted first',
  query: shopQuerySchema,
  reply: z.object({ products: z.array(deletedProductSchema) }),
});

export const importProducts = adminEndpoint('catalogue', 'POST /api/import-products', {
  summary:
    'Adds and changes products from rows of a table; a dry run says what would become of each. With an Idempotency-Key a repeat changes nothing more',
  query: shopQuerySchema,
  body: z.strictObject({
    rows: z.array(importRowSchema).check(z.minLength(1), z.maxLength(MAX_IMPORT_ROWS)),
    dryRun: z.boolean(),
    /** Whether ids of rows are those of the shop; otherwise a row changes the product with its id only if the titles match as well. */
    matchIds: z.optional(z.boolean()),
  }),
  readsApart: ['rows'],
  maxBodyBytes: 4_000_000,
  headers: ['Idempotency-Key'],
  reply: z.object({ results: z.array(importResultSchema) }),
  errors: ['idempotency-conflict'],
});

export const exportProducts = adminEndpoint('catalogue', 'GET /api/export-products', {
  summary: 'All products of a shop by id, page by page',
  query: z.extend(shopQuerySchema, { after: z.optional(productIdParamSchema), limit: PAGE }),
  reply: z.object({ products: z.array(exportedProductSchema), more: z.boolean() }),
});
