import * as z from 'zod/mini';
import { conditionImagesSchema } from './condition-images.ts';
import { conditionMembers } from './conditions.ts';
import { mapMarketplaces } from './marketplaces.ts';
import { SCHEMA_PROBLEMS, tooLong } from '../text/schema-problems.ts';
import {
  MAX_CATEGORY_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_LINK_LENGTH,
  MAX_PRODUCT_ID,
  MAX_RATE,
  MAX_TITLE_LENGTH,
} from '../limits.ts';
import { DOLLARS_PATTERN } from '../money/money.ts';
import type { OfferKind } from '../shops.ts';
import { exactLineSchema, lineSchema, wellFormedCheck } from '../text/text-schemas.ts';
import { toBarcode } from '../text/to-barcode.ts';

/** Dollars as a decimal string; `'0'` means that there is no price. */
export const dollarsSchema = z.string().check(z.regex(DOLLARS_PATTERN, SCHEMA_PROBLEMS.dollars));

/** A stock count on the wire: a whole number in a string. */
const quantityTextSchema = z.string().check(z.regex(/^(0|[1-9]\d{0,6})$/, SCHEMA_PROBLEMS.quantity));

/** A product's barcode as the server stores and sends it: 8, 13 or 14 digits, or empty for none. Missing in replies of servers without barcodes. */
export const storedBarcodeSchema = z._default(
  z.string().check(z.regex(/^(?:\d{8}|\d{13}|\d{14})?$/, 'must be 8, 13 or 14 digits')),
  '',
);

/** A barcode as people and imports write it: any length of GTIN, with spaces or hyphens. The parsed value is the stored form. */
export const barcodeSchema = z.string().check(
  z.overwrite((text) => toBarcode(text) ?? text.trim()),
  z.refine((text) => text === '' || toBarcode(text) === text, SCHEMA_PROBLEMS.barcode),
);

/** Control characters except line breaks and tabs, which multi-line text may contain. Blocks use the first control characters as marks. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** An http(s) address, or empty. */
const linkSchema = exactLineSchema(0, MAX_LINK_LENGTH).check(
  z.refine((text) => text === '' || /^https?:\/\/[^\s/]+/i.test(text), SCHEMA_PROBLEMS.link),
);

/** Tells apart products of one id: 0 for the first, else the number of the change that added it. A restored product keeps its life. */
export const productLifeSchema = z.int().check(z.minimum(0));

export const productIdSchema = z.int().check(z.minimum(1), z.maximum(MAX_PRODUCT_ID));

/** Schema of one line: `lineSchema` composes texts that people enter; `exactLineSchema` keeps the server's texts, which digests cover. */
type LineSchema = typeof lineSchema;
type BarcodeSchema = typeof barcodeSchema | typeof storedBarcodeSchema;

/** Fields of every product in any shop. */
const commonShape = <B extends BarcodeSchema>(line: LineSchema, barcode: B) => ({
  title: line(1, MAX_TITLE_LENGTH),
  main_category: line(1, MAX_CATEGORY_LENGTH),
  category: line(1, MAX_CATEGORY_LENGTH),
  description: z.string().check(
    z.maxLength(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH)),
    z.refine((text) => !CONTROL_CHARACTERS_IN_LINES.test(text), SCHEMA_PROBLEMS.controlCharacters),
    wellFormedCheck,
  ),
  /** The maker's number of the model, which several products of a shop may share. */
  barcode,
});

const affiliateShape = <B extends BarcodeSchema>(line: LineSchema, barcode: B) => ({
  ...commonShape(line, barcode),
  price: dollarsSchema,
  /** The retailer's usual price; `'0'` for none. */
  typical_price: dollarsSchema,
  rate: z.int().check(z.minimum(0), z.maximum(MAX_RATE)),
  /** `'NO'` is out of stock. */
  availability: z.enum(['YES', 'NO']),
  /** The retailer's page of the product. */
  link: linkSchema,
});

const openBoxShape = <B extends BarcodeSchema>(line: LineSchema, barcode: B) => ({
  ...commonShape(line, barcode),
  /** Where the item is or who sells it; free text. */
  store: line(0, MAX_CATEGORY_LENGTH),
  ...mapMarketplaces(() => linkSchema),
  ...conditionMembers(dollarsSchema, quantityTextSchema),
});

/** Fields that administrators and imports set, by offer kind. Unknown fields are rejected. */
export const PRODUCT_FIELDS = {
  affiliate: z.strictObject(affiliateShape(lineSchema, barcodeSchema)),
  openBox: z.strictObject(openBoxShape(lineSchema, barcodeSchema)),
} as const satisfies Record<OfferKind, unknown>;

/** Fields that the server adds to each product. */
const serverShape = {
  id: productIdSchema,
  /** Missing for 0. */
  life: z.optional(productLifeSchema),
  /**
   * Identifies a product that an administrator added by a call; unlike the life, unique across all histories of the data. Missing from
   * products added in another way, and from those read from a block.
   */
  identity: z.optional(z.string()),
  view_count: z.int().check(z.minimum(0)),
  /** Number of images, which are numbered from 1; 0 for none. */
  imagecount: z.int().check(z.minimum(0)),
  /** Rises when the images change, so that a URL with `?v=` never shows an old one. */
  image_version: z.int().check(z.minimum(0)),
  /** Thumbhash of the first image in base64, or empty. */
  placeholder: z.string(),
  /** Server time, ISO 8601 with milliseconds, strictly rising within a shop. Never a cursor. */
  updated_at: z.string(),
  /** Position of the product's last change in the shop's feed. */
  seq: z.int().check(z.minimum(1)),
};

/** Products as the server sends them; unknown members are dropped. */
export const affiliateProductSchema = z.object({
  ...affiliateShape(exactLineSchema, storedBarcodeSchema),
  ...serverShape,
});
export const openBoxProductSchema = z.object({
  ...openBoxShape(exactLineSchema, storedBarcodeSchema),
  ...serverShape,
  /** Missing where no image is marked. */
  condition_images: z.optional(conditionImagesSchema),
});
export const productSchema = z.union([affiliateProductSchema, openBoxProductSchema]);

export type AffiliateFields = z.infer<(typeof PRODUCT_FIELDS)['affiliate']>;
export type OpenBoxFields = z.infer<(typeof PRODUCT_FIELDS)['openBox']>;
export type ProductFields = AffiliateFields | OpenBoxFields;
export type AffiliateProduct = z.infer<typeof affiliateProductSchema>;
export type OpenBoxProduct = z.infer<typeof openBoxProductSchema>;
export type Product = AffiliateProduct | OpenBoxProduct;

const COMMON_DEFAULTS = { title: '', main_category: '', category: '', description: '', barcode: '' };

/** Defaults of fields that are left out; required ones are empty and therefore rejected. */
export const PRODUCT_DEFAULTS = {
  affiliate: {
    ...COMMON_DEFAULTS,
    price: '0',
    typical_price: '0',
    rate: 0,
    availability: 'YES',
    link: '',
  } satisfies AffiliateFields,
  openBox: {
    ...COMMON_DEFAULTS,
    store: '',
    ...mapMarketplaces(() => ''),
    ...conditionMembers('0', '0'),
  } satisfies OpenBoxFields,
} as const satisfies Record<OfferKind, ProductFields>;
