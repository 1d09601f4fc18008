import { ENGLISH } from '#contract/languages.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';

/** Links the web app manifest in the language of the page: an installed app takes its name and shortcuts from the manifest. */
export function linkManifest(): void {
  const link = document.querySelector('link[rel=manifest]');
  const language = currentLanguage();
  if (link && language !== ENGLISH)
    link.setAttribute('href', `${link.getAttribute('href')?.split('.', 1)[0]}.${language}.webmanifest`);
}
