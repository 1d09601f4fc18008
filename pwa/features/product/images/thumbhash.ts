import { thumbHashToDataURL } from 'thumbhash';

const MAX_CACHED = 500;
const cache = new Map<string, string>();

/** Returns the blurred image of a hash as a data URL, in about 0.1 ms the first time. Undefined for an empty or damaged hash. */
export function blurredImage(hash: string): string | undefined {
  const cached = cache.get(hash);
  if (cached !== undefined) return cached;
  const bytes = decode(hash);
  if (!bytes) return undefined;
  const image = thumbHashToDataURL(bytes);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(hash, image);
  return image;
}

function decode(hash: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    // The shortest hash is a header of five bytes.
    return bytes.length >= 5 ? bytes : undefined;
  } catch {
    // Not base64.
    return undefined;
  }
}
