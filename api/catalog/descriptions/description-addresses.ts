/** Pictures of a description come from the shop's own folder: others would tell a foreign server who reads, and could not be kept for offline use. */
const IMAGE_FOLDER = '/images/';
/** Stands for the shop's own origin: nobody can have it. */
const OWN_ORIGIN = 'https://own.invalid';

/** The path of a description's picture, below the shop's pictures; undefined for any other address. */
export function findOwnImage(src: string | undefined): string | undefined {
  if (src === undefined || !URL.canParse(src, OWN_ORIGIN)) return undefined;
  const { origin, pathname, search } = new URL(src, OWN_ORIGIN);
  return origin === OWN_ORIGIN && pathname.startsWith(IMAGE_FOLDER) ? pathname + search : undefined;
}

/** The address of a link as browsers write it, when it is an http or https one; else undefined. */
export function findWebAddress(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
