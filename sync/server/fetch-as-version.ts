import { APP_VERSION_HEADER } from '#contract/protocol-version.ts';

/** Returns a `fetch` that names the build of the app in every call. */
export function fetchAsVersion(version: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(APP_VERSION_HEADER, version);
    return fetch(input, { ...init, headers });
  };
}
