import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { isCountryCode } from '#contract/orders/countries.ts';
import { chooseLanguage } from '#contract/languages.ts';
import type { Language } from '#contract/languages.ts';
import { texts as english } from './en/texts.ts';
import { texts as russian } from './ru/texts.ts';

/** The server's texts; each language has the same keys. */
export type Texts = typeof english;

const TEXTS: Readonly<Record<Language, Texts>> = { en: english, ru: russian };

/** The texts of a language, and how it writes money, times and countries. */
export interface Locale {
  readonly language: Language;
  readonly texts: Texts;
  /** `$1,299`, `$19.90`: whole dollars stand without decimals. */
  readonly formatPrice: (cents: number) => string;
  /** A time in ms, in UTC. */
  readonly formatTime: (atMs: number) => string;
  /** The name of a country by its code; another text stays as it is. */
  readonly countryName: (code: string) => string;
}

const locales = new Map<Language, Locale>();

/** Returns the locale of a stored language; English for one that this release does not have. */
export function localeOf(stored: string): Locale {
  const language = chooseLanguage([stored]);
  let locale = locales.get(language);
  if (!locale) locales.set(language, (locale = createLocale(language)));
  return locale;
}

function createLocale(language: Language): Locale {
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const countries = new Intl.DisplayNames([language], { type: 'region' });
  return {
    language,
    texts: TEXTS[language],
    formatPrice: (cents) => money.format(toDollars(cents as Cents)),
    formatTime: (atMs) => `${times.format(atMs)} UTC`,
    countryName: (code) => (isCountryCode(code) ? (countries.of(code) ?? code) : code),
  };
}
