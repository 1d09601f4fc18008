import type { Shipping } from '#contract/order.ts';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField } from './shipping-fields.ts';

/** What is wrong with a field: it must not be empty, is no e-mail address, or is longer than the server takes. */
export type ShippingProblem = 'missing' | 'email' | 'too-long';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Texts as the server takes them: one line each, without spaces around. Pasted line breaks become spaces. */
export const tidyShipping = (texts: Shipping): Shipping =>
  Object.fromEntries(
    // oxlint-disable-next-line no-control-regex
    Object.entries(texts).map(([name, text]) => [name, text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()]),
  ) as Shipping;

/** The problems of the fields that have one; none when a parcel can be sent. */
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
