/** What the data that a device receives is used for. */
export const DATA_KINDS = ['images', 'catalogue', 'app', 'account'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Which images are fetched: `all`; `small`, which is all of them in their smallest width; or `tap`, only those that the visitor asks for. */
export const IMAGE_CHOICES = ['all', 'small', 'tap'] as const;
export type ImageChoice = (typeof IMAGE_CHOICES)[number];

/** When descriptions are downloaded ahead: `always`; `wifi`, not on mobile data; or never: `open`, only when a product is opened. */
export const DETAIL_CHOICES = ['always', 'wifi', 'open'] as const;
export type DetailChoice = (typeof DETAIL_CHOICES)[number];

/** Cache in which the service worker keeps the visitor's choices. */
export const SETTINGS_CACHE = 'settings';

const CATALOGUE =
  /^\/api\/(?:products|categories|sync\/(?:blocks|[^/]+\/(?:manifest|changes|browse|overview))(?:\/|$))/;

/** Returns what the data of a path is used for. */
export function findDataKind(pathname: string): DataKind {
  if (pathname.startsWith('/images/')) return 'images';
  if (!pathname.startsWith('/api/')) return 'app';
  return CATALOGUE.test(pathname) ? 'catalogue' : 'account';
}
