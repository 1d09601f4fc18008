import * as z from 'zod/mini';
import { visitorEndpoint } from './endpoint.ts';

/** A text of the shop by language; readers of another language see the English one. */
const shopTextSchema = z.record(z.string(), z.string());

/** The shop as its pages show it. Every part is optional: a missing one is the default, or is not shown. */
export const shopSettingsSchema = z.object({
  name: z.optional(z.string()),
  shortName: z.optional(z.string()),
  accent: z.optional(z.string()),
  letters: z.optional(z.string()),
  about: z.optional(shopTextSchema),
  promise: z.optional(shopTextSchema),
  disclosure: z.optional(shopTextSchema),
  contact: z.optional(shopTextSchema),
  legal: z.optional(shopTextSchema),
  conditions: z.optional(z.record(z.string(), shopTextSchema)),
  /** Parts that are not set, so that they follow from the name. */
  derived: z.optional(z.array(z.enum(['shortName', 'letters']))),
  /** Whether the shop has a logo of its own. */
  hasLogo: z.optional(z.boolean()),
  /** The folder of the shop's icons, which changes with them. */
  icons: z.optional(z.string()),
  /** A small logo as a `data:` URL. */
  mark: z.optional(z.string()),
  /** A style sheet of custom properties: colors that follow from the accent, for both themes, and the size of a long name. */
  css: z.optional(z.string()),
});

export type ShopText = z.infer<typeof shopTextSchema>;
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

export const getShopSettings = visitorEndpoint('GET /api/shop-settings', {
  summary: 'The shop’s name and look, and what it says of itself and its goods, by language',
  reply: shopSettingsSchema,
});
