import * as z from 'zod';

/** Of what an address must not have besides scheme, host, port and path, what it has first; undefined: nothing. */
function findExtra({ username, password, search, hash, href }: URL): string | undefined {
  if (username !== '' || password !== '') return 'a user name or password';
  if (search !== '' || href.endsWith('?')) return 'a query';
  return hash !== '' || href.endsWith('#') ? 'a fragment' : undefined;
}

/** The address of a service, to which the paths of its calls are appended: what would get between them is rejected. Without a slash at its end. */
export const serviceAddressSchema = (error?: string) =>
  z.url({ protocol: /^https?$/, error }).transform((text, context) => {
    const extra = findExtra(new URL(text));
    if (extra === undefined) return text.replace(/\/+$/, '');
    context.addIssue(`must be an address without ${extra}`);
    return z.NEVER;
  });

/** The shop's own address; all paths of the server are appended to its origin, so that a path would be dropped in silence. */
export const originSchema = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const url = new URL(text);
  const extra = findExtra(url) ?? (url.pathname === '/' ? undefined : 'a path');
  if (extra === undefined) return url.origin;
  context.addIssue(`must be scheme and host alone, such as ${url.origin}, without ${extra}`);
  return z.NEVER;
});
