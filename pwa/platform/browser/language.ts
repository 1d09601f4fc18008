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
  const language = chooseLanguage([findChosenLanguage() ?? '', ...navigator.languages]);
  return fetchTexts(language)?.then((texts) => setLanguage(language, texts));
}

/** Returns the language that was chosen on this device. */
export const findChosenLanguage = (): string | undefined => CHOICE.exec(document.cookie)?.[1];

/** Loads the texts of a language; undefined for English, whose texts are in the code. */
export const fetchTexts = (language: string): Promise<TextsByName> | undefined =>
  Object.entries(packs).find(([path]) => path.includes(`/${language}/`))?.[1]();

/** Returns the languages to switch to, with their own names. */
export const otherLanguages = (): [string, string][] =>
  Object.entries(LANGUAGES).filter(([language]) => language !== currentLanguage());
