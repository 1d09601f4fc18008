/** A file that may be an image, by its path in a ZIP file or a folder. */
export interface NamedImage {
  readonly path: string;
  /** @throws NamedImageError */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** An image of a ZIP file or a folder cannot be read; the message is one of `FIELD_PROBLEMS`. */
export class NamedImageError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'NamedImageError';
  }
}

const IMAGE_FILE = /\.(?:jpe?g|jfif|png|webp|gif|avif|heic|tiff?|bmp)$/iu;
/** Files that operating systems add, such as `__MACOSX/._lamp.jpg`. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/u;
/** The number of an image behind the key of its product: `lamp-2`, `lamp_2`, `lamp (2)`. */
const NUMBER = /^(.+?)(?:[-_ .]|\s*\()\d{1,3}\)?$/u;

export const isNamedImage = (path: string): boolean => IMAGE_FILE.test(path) && !HIDDEN.test(path);

/** The number of an image in the folder of its product: `lamp/2`. */
const PLAIN_NUMBER = /^\d{1,3}$/u;

/** Lists the keys that a path may mean, most likely first: `lamp-1.jpg` is of `lamp-1` or `lamp`, `lamp/1.jpg` of `lamp`, or of `1`. */
export function productKeysOfPath(path: string): readonly string[] {
  const [name = '', folder = ''] = path
    .split(/[\\/]/u)
    .filter((segment) => segment !== '')
    .toReversed();
  const base = name.replace(/\.[^.]*$/u, '').trim();
  const keys = [base, NUMBER.exec(base)?.[1]?.trim() ?? '', folder.trim()];
  return [...new Set(PLAIN_NUMBER.test(base) ? keys.toReversed() : keys)].filter((key) => key !== '');
}

/** Returns the path under which an export writes an image of a product; numbers start at 1. */
export const exportedImagePath = (id: number, number: number): string => `id-${id}/${number}.webp`;

const inOrder = new Intl.Collator('en', { numeric: true });

/** Sorts images as people number them: `lamp-2` comes before `lamp-10`. */
export const sortNamedImages = <T extends Pick<NamedImage, 'path'>>(images: readonly T[]): T[] =>
  images.toSorted((one, other) => inOrder.compare(one.path, other.path));
