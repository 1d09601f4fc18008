import { chooseLanguage, LANGUAGE_COOKIE, LANGUAGES } from '#contract/languages.ts';
import { currentLanguage, setLanguage } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';
import { createObservable } from '../observable.ts';

/** Loads a language's texts, by the path of their file. */
export type Packs = Readonly<Record<string, () => Promise<TextsByName>>>;

const CHOICE = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`);
const YEAR_S = 31_536_000;

let packs: Packs = {};

/**
 * Starts the language of this device: the chosen one, else the first that the browser prefers. Returns undefined when its texts are here already,
 * which is so for English; a language that cannot be loaded is English until the next start.
 */
export function startLanguage(available: Packs): Promise<void> | undefined {
  packs = available;
  const chosen = CHOICE.exec(document.cookie)?.[1] ?? '';
  // Safari keeps a script's cookie for a week.
  if (chosen) store(chosen);
  return load(chooseLanguage([chosen, ...navigator.languages]));
}

function load(language: string): Promise<void> | undefined {
  const pack = Object.entries(packs).find(([path]) => path.includes(`/${language}/`));
  return pack?.[1]().then((texts) => setLanguage(language, texts));
}

/** Whether the texts of the language that was chosen last could not be loaded. */
export const hasLanguageFailed = createObservable(false);

/** Switches this device to another language and reloads the page in it. */
export async function switchLanguage(language: string): Promise<void> {
  try {
    await load(language);
    store(language);
    location.reload();
  } catch {
    hasLanguageFailed.set(true);
  }
}

/** Stores the choice where the server and the service worker read it before a page runs. */
function store(language: string): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language};path=/;max-age=${YEAR_S};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

/** Returns the languages to switch to, with their own names. */
export const otherLanguages = (): [string, string][] =>
  Object.entries(LANGUAGES).filter(([language]) => language !== currentLanguage());
