import type { AppContext } from '../app-context.ts';
import type { Misses } from '../catalog/reads/misses.ts';
import type { RejectionListener } from '../http/caller/call-source.ts';
import { createAdminHeaders, createDocumentHeaders } from '../http/headers/security-headers.ts';
import { firstOf } from '../http/listener/request-listener.ts';
import { loadPage, readDocument } from '../http/page.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Images } from '../images/images.ts';
import type { ServerModule } from '../server-module.ts';
import { createDocuments } from './documents.ts';
import { loadFirstScreenRenderer } from './first-screen-renderer.ts';
import { fillShop } from './fill-shop.ts';
import { createSecurityText } from './security-text.ts';
import { createSitemap } from './sitemap.ts';

export interface PagesParts {
  readonly context: AppContext;
  readonly misses: Misses;
  readonly images: Pick<Images, 'finder'>;
  readonly limiter: RateLimiter;
  readonly onRejected: RejectionListener;
  /** Public origin; called when the server listens. */
  readonly getOrigin: () => string;
}

/** Loads the built page, and what is rendered with it: documents with products, the site map, `security.txt`. */
export async function createPages({ context, misses, images, ...parts }: PagesParts): Promise<ServerModule> {
  const { config, log, database, states, shop, now } = context;
  const { getOrigin } = parts;
  const document = await readDocument(config.pageDir);
  const headers = createDocumentHeaders(config, document);
  const page = await loadPage({
    folder: config.pageDir,
    documentHeaders: headers,
    adminHeaders: createAdminHeaders(config, await readDocument(config.pageDir, 'admin')),
    killsServiceWorker: config.killsServiceWorker,
    publicUrl: config.publicUrl,
    paymentProvider: config.payments.provider.name,
    fill: (path, body) => fillShop(path, body, shop.current()),
    log,
  });
  shop.onChange(page.refill);
  const renderer = document === '' ? undefined : await loadFirstScreenRenderer(config.pageDir, document, log);
  const shared = { ...parts, database, states, log, trustedProxies: config.trustedProxies };
  const rendered = renderer
    ? [
        createDocuments({
          ...shared,
          renderer,
          misses,
          images: images.finder,
          shop,
          headers,
          sendPlainPage: (request, response) => void page.handle(request, response),
        }),
        createSitemap({ ...shared, renderer }),
      ]
    : [];
  const securityText = createSecurityText({ contact: config.securityContact, getOrigin, now });
  return {
    // The page alone answers addresses that are longer than any that is rendered.
    reads: { assets: page, long: page, public: firstOf(securityText, ...rendered, page) },
    stop: () => page.stop(),
  };
}
