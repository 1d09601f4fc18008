import * as z from 'zod/mini';
import { LANGUAGES } from '../languages.ts';
import type { Language } from '../languages.ts';
import { CONDITION_KEYS } from '../products/conditions.ts';
import type { ConditionKey } from '../products/conditions.ts';
import { SHOP_TEXT_LENGTHS } from '../shop-settings/default-shop.ts';
import { findLogoFault, MAX_LOGO_BYTES } from '../shop-settings/find-logo-fault.ts';
import { isVisible } from '../shop-settings/palette.ts';
import { FIELD_PROBLEMS } from '../text/field-problems.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { adminEndpoint } from './endpoint.ts';

const textSchema = (maxLength: number) =>
  z.partialRecord(z.enum(Object.keys(LANGUAGES) as Language[]), lineSchema(1, maxLength));

const accentSchema = z.string().check(
  z.toLowerCase(),
  z.regex(/^#[\da-f]{6}$/, FIELD_PROBLEMS.color),
  z.refine((color) => !/^#[\da-f]{6}$/.test(color) || isVisible(color), FIELD_PROBLEMS.colorInvisible),
);

const logoSchema = z.string().check((context) => {
  const fault = findLogoFault(context.value);
  if (fault !== undefined) context.issues.push({ code: 'custom', input: context.value, message: fault });
});

const { name, shortName, letters, about, promise, disclosure, contact, legal, condition } = SHOP_TEXT_LENGTHS;

/** The parts of the shop settings, each of which an owner can set separately. */
const PARTS = {
  name: lineSchema(1, name),
  /** Where there is little room: beside the logo, and below an installed app's icon. */
  shortName: lineSchema(1, shortName),
  /** As `#1e3a8a`; pages derive their colors from it, readable in both themes. */
  accent: accentSchema,
  /** An SVG or PNG file as a `data:` URL. */
  logo: logoSchema,
  /** The letters in the hexagons behind the page. */
  letters: lineSchema(1, letters),
  /** What the shop is, in one line. */
  about: textSchema(about),
  /** What the shop promises beside the button that adds to the cart, such as "12 months warranty · 14 days return". */
  promise: textSchema(promise),
  /** The affiliate disclosure of the referral shop. */
  disclosure: textSchema(disclosure),
  /** How to reach the shop, in the footer and on invoices. */
  contact: textSchema(contact),
  /** Who runs the shop, in the footer and on invoices. */
  legal: textSchema(legal),
  /** What a condition of used goods means here, in place of the text of the interface. */
  conditions: z.partialRecord(z.enum(CONDITION_KEYS as readonly ConditionKey[]), textSchema(condition)),
} as const;

/** Shop settings as they are stored, or in an operator's file. A part that is not stored comes from that file, else from the defaults. */
export const ownShopSettingsSchema = z.partial(z.object(PARTS));
export type OwnShopSettings = z.infer<typeof ownShopSettingsSchema>;

type Changes = { [Name in keyof typeof PARTS]: z.ZodMiniOptional<z.ZodMiniNullable<(typeof PARTS)[Name]>> };

/** Changes of shop settings: null takes back what was set. */
const changesSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(PARTS).map(([partName, part]) => [partName, z.optional(z.nullable(part as z.ZodMiniType))]),
  ) as unknown as Changes,
);
export type ShopSettingsChanges = z.infer<typeof changesSchema>;

export const changeShopSettings = adminEndpoint('owner', 'PATCH /api/admin-shop-settings', {
  summary:
    'Changes parts of the shop settings; null takes back what was set, and the operator’s file or the default counts',
  headers: ['Idempotency-Key'],
  body: changesSchema,
  // A logo is a third longer in base64; the other parts need the rest.
  maxBodyBytes: MAX_LOGO_BYTES * 2,
  errors: ['idempotency-conflict'],
});
