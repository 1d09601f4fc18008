import * as z from 'zod/mini';
import { conditionSchema, cartQuantitySchema } from './cart.ts';
import { COUNTRY_CODES } from './countries.ts';
import { booleanSchema } from '../text/parameters.ts';
import { MAX_ADDRESS_LENGTH, MAX_EMAIL_LENGTH, MAX_TRACKING_LENGTH } from '../limits.ts';
import { formatPostalCode } from './postal-code.ts';
import { productIdSchema, productLifeSchema } from '../products/product.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { idSchema } from '../account/user.ts';

/** Shipping address and contact; fields that the buyer did not fill in are empty texts. */
export const shippingSchema = z.strictObject({
  address: lineSchema(0, MAX_ADDRESS_LENGTH),
  postal_code: lineSchema(0, MAX_ADDRESS_LENGTH),
  city: lineSchema(0, MAX_ADDRESS_LENGTH),
  state_prov: lineSchema(0, MAX_ADDRESS_LENGTH),
  contact_name: lineSchema(0, MAX_ADDRESS_LENGTH),
  email: lineSchema(0, MAX_EMAIL_LENGTH).check(
    z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'must be an e-mail address'),
  ),
  phone: lineSchema(0, MAX_ADDRESS_LENGTH),
  /** Missing in calls in the specification's form, which has no country; any postal code passes then. */
  country: z.optional(z.enum(COUNTRY_CODES)),
});
export type Shipping = z.infer<typeof shippingSchema>;

/** Checks that the postal code has a format of the country, if a country is given. */
export const checkPostalCode = z.refine<Pick<Shipping, 'country' | 'postal_code'>>(
  ({ country, postal_code }) => country === undefined || formatPostalCode(country, postal_code) !== undefined,
  { path: ['postal_code'], error: 'must be a postal code of the country' },
);

const orderShape = {
  /** Our own id of the order; never changes. */
  id: idSchema,
  /** The number by which people refer to the order (`orderName`); never changes. Missing in replies of older servers. */
  number: z.optional(z.int()),
  /** The provider's payment id; our order id until there is one. Calls accept either. */
  payment_id: z.string(),
  product_id: productIdSchema,
  condition: conditionSchema,
  store: z.string(),
  /** Title at the time of the order, like all product data of an order. */
  title: z.string(),
  quantity: cartQuantitySchema,
  /** Dollars. */
  total_amount: z.number(),
  /** ISO 8601: when it was placed. */
  created_at: z.string(),
  /** ISO 8601: when the whole payment arrived; null before, and where it is not known. Missing in replies of older servers. */
  paid_at: z.optional(z.nullable(z.string())),
  /** ISO 8601: when it was marked as sent. Null and missing in the same cases as `paid_at`. */
  sent_at: z.optional(z.nullable(z.string())),
  /** ISO 8601; the end of the reservation while the order awaits payment. */
  expires_at: z.nullable(z.string()),
  /** One of `ORDER_STATUSES`, or a provider's own status. */
  payment_status: z.string(),
  shipped: z.boolean(),
  /** The carrier as an administrator typed it; `findCarrier` recognizes those of `CARRIERS`. */
  postal_service: z.string(),
  tracking_number: z.string(),
  /** The payment page; null until there is one. */
  invoice_url: z.nullable(z.string()),
  /** Path of the preview image at the time of the order, or empty, and its thumbhash. */
  preview: z.string(),
  placeholder: z.string(),
  /** Position of the order's last change among its buyer's orders. */
  seq: z.int(),
};

/** Contact and address as the order form sent them. */
export const addressShape = {
  email: z.string(),
  contact_name: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state_prov: z.string(),
  postal_code: z.string(),
};

/** The code of a country; empty where the order has none. Missing in replies of older servers. */
const countrySchema = z.optional(z.string());

/** An order as its buyer sees it. Optional members are missing in replies of older servers. */
export const orderSchema = z.object({
  ...orderShape,
  /** What the buyer should know of the payment beyond its status: names from `PAYMENT_NOTES`, and names unknown to this version. */
  payment_notes: z.optional(z.array(z.string())),
  /** The product's life; missing also for products that were replaced before lives were recorded. */
  life: z.optional(productLifeSchema),
  ...z.partial(z.object(addressShape)).shape,
  country: countrySchema,
});
export type Order = z.infer<typeof orderSchema>;

/** An order as administrators see it. */
export const adminOrderSchema = z.object({
  ...orderShape,
  ...addressShape,
  country: countrySchema,
  /** Rises with every change; an edit names the version that it starts from. */
  version: z.int(),
  /** Why a person must check it; empty if not needed. */
  needs_attention: z.string(),
  /** Why the last e-mail about it did not reach its buyer; empty otherwise. Missing in replies of older servers. */
  mail_problem: z.optional(z.string()),
});
export type AdminOrder = z.infer<typeof adminOrderSchema>;

/** Shipment data set by an administrator. */
export const shipmentSchema = z.strictObject({
  shipped: booleanSchema,
  postal_service: lineSchema(0, MAX_TRACKING_LENGTH),
  tracking_number: lineSchema(0, MAX_TRACKING_LENGTH),
  /** Allows an unpaid order. */
  force: z.optional(booleanSchema),
});
