/** Maximum number of remembered URLs, and the maximum length of one. */
const MAX_URLS = 10_000;
const MAX_LENGTH = 600;

/** Remembers what was found for a URL, so that a repeated one is not parsed again; undefined results and long URLs are not remembered. */
export function rememberByUrl<T>(find: (url: string) => T | undefined): (url: string) => T | undefined {
  const known = new Map<string, T>();
  return (url) => {
    const remembered = known.get(url);
    if (remembered !== undefined) return remembered;
    const found = find(url);
    if (found === undefined || url.length > MAX_LENGTH) return found;
    if (known.size >= MAX_URLS) known.clear();
    known.set(url, found);
    return found;
  };
}
