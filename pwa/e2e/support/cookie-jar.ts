/** Cookies of one server. */
export type Cookies = Map<string, string>;

/** Returns the value of a `Cookie` header. */
export const cookieHeader = (cookies: Cookies): string =>
  [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');

/** Stores the cookies that a reply sets. */
export function storeCookies(cookies: Cookies, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(key);
    else cookies.set(key, value);
  }
}
