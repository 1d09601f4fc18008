import { isCountryCode } from '#contract/orders/countries.ts';
import { localeOf } from './locale.ts';

let names: Intl.DisplayNames | undefined;

/** Returns the name of a country by its code, in the visitor's language; a text that is no country code stays as it is. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames([localeOf()], { type: 'region' });
  return isCountryCode(code) ? (names.of(code) ?? code) : code;
}
