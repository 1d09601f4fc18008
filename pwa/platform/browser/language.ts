import { chooseLanguage, LANGUAGES } from '#contract/languages.ts';
import { currentLanguage, setLanguage } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';

/** Loads a language's texts, by the path of their file. */
export type Packs = Readonly<Record<string, () => Promise<TextsByName>>>;

/** The cookie of `LANGUAGE_COOKIE`. */
const CHOICE = /(?:^|; )language=(\w+)/;

let packs: Packs = {};

/**
 * Starts the language of this device: the chosen one, else the first that the browser prefers. Returns undefined when its texts are here already,
 * which is so for English; a language that cannot be loaded is English until the next start.
 */
export function startLanguage(available: Packs): Promise<void> | undefined {
  packs = available;
  return loadLanguage(chooseLanguage([findChosenLanguage() ?? '', ...navigator.languages]));
}

/** Returns the language that was chosen on this device. */
export const findChosenLanguage = (): string | undefined => CHOICE.exec(document.cookie)?.[1];

/** Loads a language and reads texts in it from then on. */
export function loadLanguage(language: string): Promise<void> | undefined {
  const pack = Object.entries(packs).find(([path]) => path.includes(`/${language}/`));
  return pack?.[1]().then((texts) => setLanguage(language, texts));
}

/** Returns the languages to switch to, with their own names. */
export const otherLanguages = (): [string, string][] =>
  Object.entries(LANGUAGES).filter(([language]) => language !== currentLanguage());
