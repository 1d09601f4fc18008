import type { Shipping } from '#contract/order.ts';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField } from './shipping-fields.ts';

/** Why a field is invalid: it is empty, no e-mail address, or longer than the server accepts. */
export type ShippingProblem = 'missing' | 'email' | 'too-long';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Normalises texts to what the server accepts: trimmed and on one line. Pasted line breaks become spaces. */
export const tidyShipping = (texts: Shipping): Shipping =>
  Object.fromEntries(
    // oxlint-disable-next-line no-control-regex
    Object.entries(texts).map(([name, text]) => [name, text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()]),
  ) as Shipping;

/** Returns the problems of the invalid fields; empty when a parcel can be sent. */
export function checkShipping(texts: Shipping): Partial<Record<ShippingField, ShippingProblem>> {
  const tidy = tidyShipping(texts);
  const problems: Partial<Record<ShippingField, ShippingProblem>> = {};
  for (const { name, isRequired, maxLength } of SHIPPING_FIELDS) {
    const text = tidy[name];
    if (text === '' && isRequired) problems[name] = 'missing';
    else if (text.length > maxLength) problems[name] = 'too-long';
    else if (name === 'email' && text !== '' && !EMAIL.test(text)) problems[name] = 'email';
  }
  return problems;
}
