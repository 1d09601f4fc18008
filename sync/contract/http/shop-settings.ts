import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import { mapConditions } from '../products/conditions.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { visitorEndpoint } from './endpoint.ts';

/** A sentence of a shop, which stands beside a button or under a field. */
const MAX_TEXT_LENGTH = 160;

const inLanguages = Object.fromEntries(
  Object.keys(LANGUAGES).map((language) => [language, z.optional(lineSchema(1, MAX_TEXT_LENGTH))]),
) as Record<keyof typeof LANGUAGES, z.ZodMiniOptional<ReturnType<typeof lineSchema>>>;

/** A text of the shop by language; readers of another language see the English one. */
const shopTextSchema = z.object(inLanguages);

/** What an operator sets for shoppers to read. Everything is optional: what is missing is not shown. */
export const shopSettingsSchema = z.object({
  /** What the shop is, in one line. */
  about: z.optional(shopTextSchema),
  /** What the shop promises beside the button that adds to the cart, such as "12 months warranty · 14 days return". */
  promise: z.optional(shopTextSchema),
  /** What a condition of used goods means here, in place of the text of the interface. */
  conditions: z.optional(z.object(mapConditions(() => z.optional(shopTextSchema)))),
});

export type ShopText = z.infer<typeof shopTextSchema>;
export type ShopSettings = z.infer<typeof shopSettingsSchema>;

export const getShopSettings = visitorEndpoint('GET /api/shop-settings', {
  summary: 'What the shop says of itself and its goods, by language',
  reply: shopSettingsSchema,
});
