import { LANGUAGE_COOKIE } from '#contract/languages.ts';
import { createObservable } from '../observable.ts';
import { findChosenLanguage, loadLanguage } from './language.ts';

const YEAR_S = 31_536_000;

/** Whether the texts of the language that was chosen last could not be loaded. */
export const hasLanguageFailed = createObservable(false);

/** Switches this device to another language and reloads the page in it. */
export async function switchLanguage(language: string): Promise<void> {
  try {
    await loadLanguage(language);
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

/** Stores the choice again: Safari keeps a script's cookie for a week. */
export function renewLanguage(): void {
  const chosen = findChosenLanguage();
  if (chosen !== undefined) store(chosen);
}
