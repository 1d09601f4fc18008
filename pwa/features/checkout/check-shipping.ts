import { isCountryCode } from '#contract/orders/countries.ts';
import type { Shipping } from '#contract/orders/order.ts';
import { formatPostalCode, hasPostalCode } from '#contract/orders/postal-code.ts';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField, ShippingTexts } from './shipping-fields.ts';

/** Why a field is invalid: it is empty, not an e-mail address, not a postal code of the country, or longer than the server accepts. */
export type ShippingProblem = 'missing' | 'email' | 'postal-code' | 'too-long';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Returns a text on one line, as orders have it: trimmed, with commas between its lines. */
export const toOneLine = (text: string): string =>
  text
    .split(/[\n\r]/)
    .map((line) => line.replaceAll(CONTROL_CHARACTERS, ' ').trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ');

const tidyTexts = (texts: ShippingTexts): ShippingTexts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toOneLine(text)])) as ShippingTexts;

/**
 * Normalizes texts to what the server accepts, with the postal code as the country writes it. A country that the postal code contradicts is
 * left out: such a country was guessed, because a chosen one would have failed `checkShipping`.
 */
export function tidyShipping(texts: ShippingTexts): Shipping {
  const { country, ...fields } = tidyTexts(texts);
  const postal_code = isCountryCode(country) ? formatPostalCode(country, fields.postal_code) : undefined;
  return isCountryCode(country) && postal_code !== undefined ? { ...fields, postal_code, country } : fields;
}

/** Countries whose postal services need the state in an address, according to the address formats that these services publish. */
const COUNTRIES_WITH_STATE: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IN', 'MX', 'US']);

/**
 * Returns whether a field must be filled in: some countries have no postal codes, some need a state. No state is needed
 * before the postal code fits the country, which may be only a guess.
 */
export function isRequired(name: ShippingField, texts: Pick<ShippingTexts, 'country' | 'postal_code'>): boolean {
  const { country, postal_code } = texts;
  if (name === 'postal_code' && isCountryCode(country)) return hasPostalCode(country);
  if (name === 'state_prov' && isCountryCode(country) && formatPostalCode(country, postal_code) !== undefined)
    return COUNTRIES_WITH_STATE.has(country);
  return SHIPPING_FIELDS.some((field) => field.name === name && field.isRequired);
}

/**
 * Returns the problems of the invalid fields; none when a parcel can be sent. A postal code that contradicts a guessed country is valid.
 */
export function checkShipping(
  texts: ShippingTexts,
  { isCountryGuessed = false } = {},
): Partial<Record<ShippingField, ShippingProblem>> {
  const tidy = tidyTexts(texts);
  const chosen = isCountryGuessed ? { ...tidy, country: '' } : tidy;
  const problems: Partial<Record<ShippingField, ShippingProblem>> = {};
  for (const { name, maxLength } of SHIPPING_FIELDS) {
    const text = tidy[name];
    if (text === '' && isRequired(name, tidy)) problems[name] = 'missing';
    else if (text.length > maxLength) problems[name] = 'too-long';
    else if (text !== '' && !isValid(name, chosen)) problems[name] = name === 'email' ? 'email' : 'postal-code';
  }
  return problems;
}

function isValid(name: ShippingField, { country, postal_code, email }: ShippingTexts): boolean {
  if (name === 'email') return EMAIL.test(email);
  if (name !== 'postal_code' || !isCountryCode(country)) return true;
  return formatPostalCode(country, postal_code) !== undefined;
}
