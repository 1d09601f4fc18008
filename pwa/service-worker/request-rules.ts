import { IMAGE_WIDTHS, imageName, PREVIEW_WIDTHS, previewName } from '#contract/images/image-names.ts';
import { ORDERS_PATH, SERVER_FOLDERS } from '#contract/screens/screens.ts';

/** The administration's paths, also of a shop that this version does not know. */
const ADMIN = [ORDERS_PATH.slice(1), String.raw`\w*admin`];
/** Paths that the server answers; a navigation to any other path is a screen of the app, except for `ROOT_FILES`. */
export const SERVER_PATHS = new RegExp(`^/(?:${[...SERVER_FOLDERS, ...ADMIN].join('|')})(?:[-/?]|$)`);
/** Files of the root folder: the manifest, scripts, files for search engines. */
export const ROOT_FILES = /^\/[^/?]+\.[a-z\d]+(?:\?|$)/i;

/** Whether a path is an image of a product. `?v=` stays part of the cache key: a changed image is another one. */
export const isImage = (pathname: string): boolean => pathname.startsWith('/images/');

/** Whether a response may be cached as an image: complete, of this origin and of an image type. A captive portal's page is not. */
export const isCacheableImage = (response: Pick<Response, 'status' | 'type' | 'headers'>): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  (response.headers.get('content-type') ?? '').startsWith('image/');

const PREVIEW = /preview\/(\d+)(?:-\d+)?\.webp/;
const IMAGE = /(?<=\/)(\d+)(?:-\d+)?\.webp/;

/** Lists the URLs of an image in all its widths, the widest first; none for files that are no image of a product. */
export function listWidths(address: string): string[] {
  if (PREVIEW.test(address)) {
    const widest = PREVIEW_WIDTHS.toReversed();
    return widest.map((width) => address.replace(PREVIEW, (_, number) => previewName(Number(number), width)));
  }
  if (!IMAGE.test(address)) return [];
  const widest = IMAGE_WIDTHS.toReversed();
  return widest.map((width) => address.replace(IMAGE, (_, number) => imageName(Number(number), width)));
}
