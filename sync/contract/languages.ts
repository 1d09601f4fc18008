/** The languages of the interface, each with its own name. English is in the code, the texts of the others are in `pwa/messages/<language>`. */
export const LANGUAGES = { en: 'English', ru: 'Русский' } as const;

/** The language of the texts in the code. */
export const ENGLISH = 'en' satisfies keyof typeof LANGUAGES;

/** Name of the cookie with the language that was chosen on this device; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = 'language';

/** Returns the first language of the interface among wanted ones, such as `ru-RU`; else English. */
export const chooseLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.slice(0, 2)).find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? ENGLISH;
