/** The only source of images: an image on another server would reveal the reader to that server, and could not be cached offline. */
const IMAGE_FOLDER = '/images/';
/** Stands for the shop's own origin: `.invalid` can never be registered (RFC 2606). */
const OWN_ORIGIN = 'https://own.invalid';

/** Returns the path of an image below `/images/` with its query; undefined for any other address. */
export function findOwnImage(src: string | undefined): string | undefined {
  if (src === undefined || !URL.canParse(src, OWN_ORIGIN)) return undefined;
  const { origin, pathname, search } = new URL(src, OWN_ORIGIN);
  return origin === OWN_ORIGIN && pathname.startsWith(IMAGE_FOLDER) ? pathname + search : undefined;
}

/** Returns an http or https address as browsers normalize it; undefined for any other. */
export function findWebAddress(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
