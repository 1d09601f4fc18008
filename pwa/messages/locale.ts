import { currentLanguage } from './localized.ts';

/** Returns the visitor's locale of the interface's language, such as `en-GB`: the same language is written differently in each country. */
export const localeOf = (): string =>
  navigator.languages.find((tag) => tag.startsWith(currentLanguage())) ?? currentLanguage();
