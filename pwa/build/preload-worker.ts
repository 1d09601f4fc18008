import type { Plugin } from 'vite';

/** Scripts that a first visit waits for: the data worker, its background part and its store. The worker loads the rest on demand. */
const NEEDED_FIRST = /^assets\/(sync-worker|background|dexie-catalog-store)-[\w-]+\.js$/;
const STATIC_IMPORT = /(?:^|[;}])import\s*(?:[^'"`();]*?from)?\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

/**
 * Preloads the data worker in parallel with the page's script, on a first visit: the service worker removes these links (`data-first-visit`)
 * from its documents.
 */
export function preloadWorker(): Plugin {
  return {
    name: 'preload-worker',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const needed = new Set(Object.keys(bundle).filter((file) => NEEDED_FIRST.test(file)));
        // The loop also visits elements added during it.
        for (const file of needed) {
          const built = bundle[file];
          const code = built?.type === 'chunk' ? built.code : String(built?.source ?? '');
          for (const [, name = ''] of code.matchAll(STATIC_IMPORT)) needed.add(`assets/${name}`);
        }
        return [...needed].map((file) => ({
          tag: 'link',
          // The first screen's cards are in the document: their images and the page's script go first.
          attrs: { rel: 'modulepreload', href: `/${file}`, fetchpriority: 'low', 'data-first-visit': true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
