import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { SHARE_QUERY } from '#contract/service-worker/share-query.ts';
import { cleanSearch } from '#pwa/features/catalog/browse/browse-state.ts';

const LINK = /https?:\/\/\S+/gi;
/** Punctuation of the text around a link. */
const AFTER_LINK = /[.,;:!?)\]}>'"»”’]+$/;
/** A part of a link's path that reads like a title: at least two words. */
const TITLE = /\p{L}{2,}.*[-_+ ].*\p{L}{2,}/u;

/**
 * Returns the address that shows what was shared with the installed shop: a link of the shop itself, else a search for the shared text, the
 * shared title, or the words of the shared link. @param query the query that the system opened the shop with @param origin the shop's
 */
export function findSharedAddress(query: string, origin: string): string {
  const parameters = new URLSearchParams(query);
  const [title, text, url] = [SHARE_QUERY.title, SHARE_QUERY.text, SHARE_QUERY.url].map(
    (name) => parameters.get(name) ?? '',
  );
  // Many apps put the link into the text.
  const links = [url, text, title].flatMap((part = '') => part.match(LINK) ?? []).flatMap((link) => toUrl(link) ?? []);
  const own = links.find((link) => link.origin === origin);
  // The origin is kept, because a path that begins with two slashes would name another site without it.
  if (own) return origin + own.pathname + own.search;
  const words = [text, title].map((part = '') => part.replaceAll(LINK, ' ')).find((part) => part.trim() !== '');
  const search = cleanSearch((words ?? links.map(findWords).find(Boolean) ?? '').slice(0, MAX_SEARCH_LENGTH));
  return search === '' ? '/' : `/?${new URLSearchParams({ q: search }).toString()}`;
}

/** Returns the part of a link that reads like a product's title: `…/Desk-Lamp-Oak/dp/1` is about "Desk Lamp Oak". */
function findWords({ pathname }: URL): string {
  const parts = pathname.split('/').map((part) => decode(part).replace(/\.\w{2,5}$/, ''));
  const titles = parts.filter((part) => TITLE.test(part)).sort((a, b) => b.length - a.length);
  return (titles[0] ?? '').replaceAll(/[-_+]+/g, ' ');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function toUrl(link: string): URL | undefined {
  try {
    return new URL(link.replace(AFTER_LINK, ''));
  } catch {
    return undefined;
  }
}
