import { SHARE_FIELD, SHARED_CACHE, SHARED_PAGE } from '#contract/service-worker/share-target.ts';

/** The origin of a request by the system, not by a page. A page can hide its origin, too, so the user is always asked. */
const NO_ORIGIN = 'null';

/**
 * Returns whether a page of another site has posted a request. Workers see only its origin and its referrer, not the
 * header Sec-Fetch-Site that browsers send to servers.
 */
function isForeign({ headers, referrer, url }: Request): boolean {
  const { origin } = new URL(url);
  const sender = headers.get('origin') ?? NO_ORIGIN;
  if (sender !== NO_ORIGIN) return sender !== origin;
  return URL.canParse(referrer) && /^https?:/.test(referrer) && new URL(referrer).origin !== origin;
}

/** Stores shared images for the page and redirects to it; the URL says when there is no room. Posts of other sites are rejected. */
export async function storeSharedFiles(request: Request, caches: CacheStorage): Promise<Response> {
  if (isForeign(request)) return new Response(null, { status: 403 });
  const form = await request.formData();
  const files = form.getAll(SHARE_FIELD).filter((part): part is File => part instanceof File && part.size > 0);
  const cache = await caches.open(SHARED_CACHE);
  const stamp = Date.now();
  try {
    for (const [index, file] of files.entries()) {
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
      await cache.put(`/shared/${stamp}-${index}`, new Response(file, { headers }));
    }
  } catch {
    await caches.delete(SHARED_CACHE);
    return Response.redirect(`${SHARED_PAGE}=full`, 303);
  }
  return Response.redirect(SHARED_PAGE, 303);
}
