import { chooseLanguage, LANGUAGES } from '#contract/languages.ts';
import { currentLanguage, setLanguage } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';

/** Functions that load the texts of one language each, by the paths of the languages' files. */
export type Packs = Readonly<Record<string, () => Promise<TextsByName>>>;

/** Matches the cookie `LANGUAGE_COOKIE`. */
const CHOICE = /(?:^|; )language=(\w+)/;

let packs: Packs = {};

/**
 * Starts the language of this device: the chosen one, else the first that the browser prefers. Returns undefined when its texts are here already,
 * as those of English are. If the texts cannot be loaded, the promise rejects, and the page is in English until the next start.
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
