import { LANGUAGE_COOKIE } from '#contract/languages.ts';
import { SETTINGS_CACHE } from '#contract/service-worker/data-use.ts';
import { LANGUAGE_NOTE } from '#contract/service-worker/language-note.ts';
import { createObservable } from '../observable.ts';
import { fetchTexts, findChosenLanguage } from './language.ts';
import { flushHidden } from './use-flush-on-hide.ts';

const YEAR_S = 31_536_000;

/** Why the language that was chosen last does not apply: its texts did not load, or the browser did not store the choice. */
export const languageFailure = createObservable<'unloadable' | 'notKept' | undefined>(undefined);

/** Switches this device to another language and reloads the page in it. */
export async function switchLanguage(language: string): Promise<void> {
  try {
    // Brings the texts onto the device, for the start in this language.
    await fetchTexts(language);
  } catch {
    return languageFailure.set('unloadable');
  }
  store(language);
  if (findChosenLanguage() !== language) return languageFailure.set('notKept');
  await Promise.all([note(language), flushHidden()]);
  location.reload();
}

/** Stores the choice where the server and the service worker read it before a page runs. */
function store(language: string): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language};path=/;max-age=${YEAR_S};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
}

/** Notes the choice for service workers that cannot read cookies. */
async function note(language: string | undefined): Promise<void> {
  try {
    const cache = await caches.open(SETTINGS_CACHE);
    if (language === undefined) await cache.delete(LANGUAGE_NOTE);
    else await cache.put(LANGUAGE_NOTE, new Response(language));
  } catch {
    // No secure connection, or closed or full storage: the page corrects a first screen in another language.
  }
}

/** Stores the choice again: Safari deletes a script's cookie after a week. */
export function renewLanguage(): void {
  const chosen = findChosenLanguage();
  if (chosen !== undefined) store(chosen);
  void note(chosen);
}
