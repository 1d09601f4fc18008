import type { IncomingHttpHeaders } from 'node:http';
import { chooseLanguage, LANGUAGE_COOKIE } from '#contract/languages.ts';
import { rememberByUrl } from '../http/remember-urls.ts';

/** Headers that the language of a document depends on. */
export const LANGUAGE_HEADERS = 'accept-language, cookie';

const CHOICE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);
const WEIGHT = /;\s*q=([\d.]+)/;

/** Returns a function that finds the language of a request: the chosen one, else the first known one that the browser prefers. */
export function createLanguageReader(): (headers: IncomingHttpHeaders) => string {
  const choose = rememberByUrl((wanted: string) => chooseLanguage(listLanguages(wanted)));
  return (headers) => {
    const chosen = CHOICE.exec(headers.cookie ?? '')?.[1];
    const accepted = headers['accept-language'] ?? '';
    // Every list of languages has one.
    return choose(chosen === undefined ? accepted : `${chosen},${accepted}`) as string;
  };
}

/** Lists the languages of an `Accept-Language` header, the preferred ones first (RFC 9110, 12.5.4). */
export const listLanguages = (header: string): string[] =>
  header
    .split(',')
    .map((part) => ({ tag: part.split(';', 1)[0]?.trim() ?? '', weight: Number(WEIGHT.exec(part)?.[1] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag.toLowerCase());
