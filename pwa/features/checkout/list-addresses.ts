import { isCountryCode } from '#contract/orders/countries.ts';
import type { Order } from '#contract/orders/order.ts';
import { SHIPPING_NAMES } from './shipping-fields.ts';
import type { ShippingTexts } from './shipping-fields.ts';

const MOST_OFFERED = 5;

/** Lists at most five addresses, each once, in the sequence of the orders. Orders without an address are left out. */
export function listAddresses(orders: readonly Order[]): readonly ShippingTexts[] {
  const found = new Map<string, ShippingTexts>();
  for (const order of orders) {
    if (!order.address) continue;
    const { country = '' } = order;
    const texts = Object.fromEntries(SHIPPING_NAMES.map((name) => [name, order[name] ?? ''])) as ShippingTexts;
    const address = { ...texts, country: isCountryCode(country) ? country : '' };
    const key = addressKey(address);
    if (!found.has(key)) found.set(key, address);
  }
  return [...found.values()].slice(0, MOST_OFFERED);
}

/** A text that is the same for equal addresses. */
export const addressKey = (texts: ShippingTexts): string =>
  JSON.stringify(SHIPPING_NAMES.map((name) => texts[name].trim().toLowerCase()));

/** Returns an address on one line, as an option of the select. */
export const addressLine = ({ contact_name, address, postal_code, city }: ShippingTexts): string =>
  [contact_name, address, `${postal_code} ${city}`.trim()].filter((part) => part !== '').join(', ');
