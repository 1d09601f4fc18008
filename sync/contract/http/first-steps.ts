import * as z from 'zod/mini';
import type { RequiredRole } from '../account/roles.ts';
import { productIdSchema } from '../products/product.ts';
import { shopSchema } from '../text/parameters.ts';
import { adminEndpoint } from './endpoint.ts';

/** The steps that make an installation a shop of its own, in their order, each with the role that it needs. */
export const FIRST_STEPS = {
  access: 'owner',
  name: 'owner',
  products: 'catalogue',
  payment: 'owner',
  signIn: 'owner',
  address: 'owner',
  backup: 'owner',
} as const satisfies Record<string, RequiredRole>;

export type FirstStep = keyof typeof FIRST_STEPS;

export const FIRST_STEP_NAMES = Object.keys(FIRST_STEPS) as FirstStep[];

export const firstStepsSchema = z.object({
  /** Steps that the caller may do, in their order. A newer server may name further ones. */
  steps: z.array(z.object({ step: z.string(), isDone: z.boolean() })),
  /** How many products of the demo are left; 0 for callers who may not delete them. */
  demoProducts: z.int(),
});
export type FirstStepsReply = z.infer<typeof firstStepsSchema>;

/** Products of several shops. */
const shopProductsSchema = z.array(z.object({ shop: shopSchema, ids: z.array(productIdSchema) }));
export type ShopProducts = z.infer<typeof shopProductsSchema>[number];

/** The maximum number of products of each shop that one call restores. */
const MAX_RESTORED = 1_000;

export const getFirstSteps = adminEndpoint('any', 'GET /api/first-steps', {
  summary: 'What is left to do until the shop is one’s own, as far as the caller’s roles allow',
  reply: firstStepsSchema,
});

export const removeDemoProducts = adminEndpoint('catalogue', 'DELETE /api/demo-products', {
  summary: 'Deletes all products of the demo at once; they can be brought back for a while',
  headers: ['Idempotency-Key'],
  reply: z.object({ removed: shopProductsSchema }),
  errors: ['idempotency-conflict'],
});

export const restoreProducts = adminEndpoint('catalogue', 'POST /api/restore-products', {
  summary:
    'Brings deleted products of several shops back at once; those that are there, or cannot be restored, stay so',
  body: z.strictObject({
    products: z
      .array(z.strictObject({ shop: shopSchema, ids: z.array(productIdSchema).check(z.maxLength(MAX_RESTORED)) }))
      .check(z.maxLength(10)),
  }),
  headers: ['Idempotency-Key'],
  reply: z.object({ restored: shopProductsSchema }),
  errors: ['idempotency-conflict'],
});
