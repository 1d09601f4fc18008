import { CHROMIUM_ARGUMENTS, getChromium } from '../support/browser/find-chromium.ts';
import type { Engine, Startable } from './engine.ts';
import { findFirefox, findWebKit } from './find-engines.ts';
import { startWithPuppeteer } from './puppeteer-browser.ts';
import { startWebKit } from './webkit-browser.ts';

/** The three engines of shoppers' browsers, with reduced motion: there is no GPU here. */
export const ENGINES: readonly Engine[] = [
  { name: 'Chromium', start: startChromium },
  { name: 'Firefox', ...getFirefox() },
  { name: 'WebKit', ...getWebKit() },
];

function startChromium(profile: string): ReturnType<typeof startWithPuppeteer> {
  const args = [...CHROMIUM_ARGUMENTS, '--force-prefers-reduced-motion'];
  return startWithPuppeteer(profile, { executablePath: getChromium(), args });
}

function getFirefox(): Startable {
  const found = findFirefox();
  if ('missing' in found) return found;
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1 };
  return {
    start: (profile) =>
      startWithPuppeteer(profile, { browser: 'firefox', executablePath: found.browser, extraPrefsFirefox }),
  };
}

function getWebKit(): Startable {
  const found = findWebKit();
  return 'missing' in found ? found : { start: (profile) => startWebKit(profile, found) };
}
