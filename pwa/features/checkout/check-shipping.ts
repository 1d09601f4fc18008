import { isCountryCode } from '#contract/countries.ts';
import type { Shipping } from '#contract/order.ts';
import { formatPostalCode, hasPostalCode } from '#contract/postal-code.ts';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField, ShippingTexts } from './shipping-fields.ts';

/** Why a field is invalid: it is empty, no e-mail address, no postal code of the country, or longer than the server accepts. */
export type ShippingProblem = 'missing' | 'email' | 'postal-code' | 'too-long';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Trims texts and puts them on one line. Pasted line breaks become spaces. */
const tidyTexts = (texts: ShippingTexts): ShippingTexts =>
  Object.fromEntries(
    // oxlint-disable-next-line no-control-regex
    Object.entries(texts).map(([name, text]) => [name, text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()]),
  ) as ShippingTexts;

/** Normalises texts to what the server accepts, with the postal code as the country writes it. */
export function tidyShipping(texts: ShippingTexts): Shipping {
  const { country, ...tidy } = tidyTexts(texts);
  if (!isCountryCode(country)) return tidy;
  return { ...tidy, postal_code: formatPostalCode(country, tidy.postal_code) ?? tidy.postal_code, country };
}

/** Returns whether a field must be filled in: some countries have no postal codes. */
export const isRequired = (name: ShippingField, { country }: Pick<ShippingTexts, 'country'>): boolean =>
  name === 'postal_code' && isCountryCode(country)
    ? hasPostalCode(country)
    : SHIPPING_FIELDS.some((field) => field.name === name && field.isRequired);

/** Returns the problems of the invalid fields; empty when a parcel can be sent. */
export function checkShipping(texts: ShippingTexts): Partial<Record<ShippingField, ShippingProblem>> {
  const tidy = tidyTexts(texts);
  const problems: Partial<Record<ShippingField, ShippingProblem>> = {};
  for (const { name, maxLength } of SHIPPING_FIELDS) {
    const text = tidy[name];
    if (text === '' && isRequired(name, tidy)) problems[name] = 'missing';
    else if (text.length > maxLength) problems[name] = 'too-long';
    else if (text !== '' && !isValid(name, tidy)) problems[name] = name === 'email' ? 'email' : 'postal-code';
  }
  return problems;
}

function isValid(name: ShippingField, { country, postal_code, email }: ShippingTexts): boolean {
  if (name === 'email') return EMAIL.test(email);
  if (name !== 'postal_code' || !isCountryCode(country)) return true;
  return formatPostalCode(country, postal_code) !== undefined;
}
