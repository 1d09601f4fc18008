import { SHARE_FIELD, SHARED_CACHE, SHARED_PAGE } from '#contract/service-worker/share-target.ts';

/** Stores shared images for the page and redirects to it; the URL says when there is no room. */
export async function storeSharedFiles(request: Request, caches: CacheStorage): Promise<Response> {
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
