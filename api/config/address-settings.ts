import * as z from 'zod';

/** Names a part of an address that is neither scheme, host, port nor path and so must not be there; undefined when there is none. */
function findExtra({ username, password, search, hash, href }: URL): string | undefined {
  if (username !== '' || password !== '') return 'a user name or password';
  if (search !== '' || href.endsWith('?')) return 'a query';
  return hash !== '' || href.endsWith('#') ? 'a fragment' : undefined;
}

/** The address of a service, without a slash at its end. Paths are appended to it, so a query, for example, would get in between and is rejected. */
export const serviceAddressSchema = (error?: string) =>
  z.url({ protocol: /^https?$/, error }).transform((text, context) => {
    const extra = findExtra(new URL(text));
    if (extra === undefined) return text.replace(/\/+$/, '');
    context.addIssue(`must be an address without ${extra}`);
    return z.NEVER;
  });

/** The shop's own address; all paths of the server are appended to its origin. A path, which would be dropped silently, is rejected. */
export const originSchema = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const url = new URL(text);
  const extra = findExtra(url) ?? (url.pathname === '/' ? undefined : 'a path');
  if (extra === undefined) return url.origin;
  context.addIssue(`must be scheme and host alone, such as ${url.origin}, without ${extra}`);
  return z.NEVER;
});
