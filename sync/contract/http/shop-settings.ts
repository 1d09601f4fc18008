import * as z from 'zod/mini';
import { visitorEndpoint } from './endpoint.ts';

/** A text of the shop by language; readers of another language see the English one. */
const shopTextSchema = z.record(z.string(), z.string());

/** What an operator sets for shoppers to read. Everything is optional: what is missing is not shown. */
export const shopSettingsSchema = z.object({
  /** What the shop is, in one line. */
  about: z.optional(shopTextSchema),
  /** What the shop promises beside the button that adds to the cart, such as "12 months warranty · 14 days return". */
  promise: z.optional(shopTextSchema),
  /** What a condition of used goods means here, in place of the text of the interface. */
  conditions: z.optional(z.record(z.string(), shopTextSchema)),
});

export type ShopText = z.infer<typeof shopTextSchema>;
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

export const getShopSettings = visitorEndpoint('GET /api/shop-settings', {
  summary: 'What the shop says of itself and its goods, by language',
  reply: shopSettingsSchema,
});
