import { currentLanguage } from './localized.ts';

/** Returns the languages of the browser that have a valid tag: in a POSIX locale, Chromium has `en-US@posix`, for which every format throws. */
export const deviceLanguages = (): readonly string[] =>
  navigator.languages.filter((tag) => {
    try {
      return new Intl.Locale(tag);
    } catch {
      return undefined;
    }
  });

/** Returns the visitor's locale for the interface's language, such as `en-GB`: each country writes dates in its own way. */
export const localeOf = (): string =>
  deviceLanguages().find((tag) => tag.startsWith(currentLanguage())) ?? currentLanguage();
