import { COUNTRY_CODES, isCountryCode } from '#contract/orders/countries.ts';
import type { CountryCode } from '#contract/orders/countries.ts';
import { countryName } from '#pwa/messages/format-country.ts';
import { localeOf } from '#pwa/messages/locale.ts';

/** Lists all countries by name in the visitor's language. */
export const listCountries = (): readonly { readonly code: CountryCode; readonly name: string }[] => {
  const { compare } = new Intl.Collator(localeOf());
  return COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) => compare(a.name, b.name));
};

/** Returns the countries that the browser's languages name, the likeliest first. */
export const suggestCountries = (languages: readonly string[]): readonly CountryCode[] => [
  ...new Set(languages.map((tag) => tag.split('-').at(-1) ?? '').filter(isCountryCode)),
];

/** Returns the country that the browser's languages suggest; empty for English without a country, because too many countries speak it. */
export function guessCountry(languages: readonly string[]): CountryCode | '' {
  const [named] = suggestCountries(languages);
  const [first = 'en'] = languages;
  if (named !== undefined || first.startsWith('en')) return named ?? '';
  const { region = '' } = new Intl.Locale(first).maximize();
  return isCountryCode(region) ? region : '';
}
