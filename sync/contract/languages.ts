/** The languages of the interface, each with its own name. Texts are in `pwa/messages/<language>` and `api/messages/<language>`. */
export const LANGUAGES = { en: 'English', ru: 'Русский' } as const;

export type Language = keyof typeof LANGUAGES;

/** The language of the texts in the code. */
export const ENGLISH = 'en' satisfies Language;

/** Name of the cookie with the language that was chosen on this device; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = 'language';

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** Returns the first language of the interface among wanted ones, such as `ru-RU`; else English. */
export const chooseLanguage = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? ENGLISH;
