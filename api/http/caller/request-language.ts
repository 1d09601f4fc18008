import type { IncomingHttpHeaders } from 'node:http';
import { chooseLanguage, LANGUAGE_COOKIE } from '#contract/languages.ts';
import type { Language } from '#contract/languages.ts';
import { rememberByUrl } from '../caching/remember-urls.ts';

/** Headers that the language of a reply depends on. */
export const LANGUAGE_HEADERS = 'accept-language, cookie';

const CHOICE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);
const WEIGHT = /;\s*q=([\d.]+)/;

/** Never undefined: every list of languages ends with English. */
const choose = rememberByUrl((wanted: string) => chooseLanguage(listLanguages(wanted))) as (wanted: string) => Language;

/** Finds the language of a request: the one that was chosen on the device, else the first known one that the browser prefers. */
export function readLanguage({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Language {
  const chosen = CHOICE.exec(cookie)?.[1];
  return choose(chosen === undefined ? accepted : `${chosen},${accepted}`);
}

/** Lists the languages of an `Accept-Language` header, the preferred ones first (RFC 9110, 12.5.4). */
export const listLanguages = (header: string): string[] =>
  header
    .split(',')
    .map((part) => ({ tag: part.split(';', 1)[0]?.trim() ?? '', weight: Number(WEIGHT.exec(part)?.[1] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag.toLowerCase());
