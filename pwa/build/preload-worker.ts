import type { Plugin } from 'vite';

/** Scripts that a first visit waits for, in the order in which a slow line should deliver them. The worker loads the rest on demand. */
const NEEDED_FIRST = ['sync-worker', 'server-calls', 'background'];
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
        const needed = new Set<string>();
        const need = (file: string): void => {
          if (needed.has(file)) return;
          needed.add(file);
          const built = bundle[file];
          const code = built?.type === 'chunk' ? built.code : String(built?.source ?? '');
          for (const [, name = ''] of code.matchAll(STATIC_IMPORT)) need(`assets/${name}`);
        };
        for (const name of NEEDED_FIRST)
          // A hash has eight characters.
          Object.keys(bundle)
            .filter((file) => file.replace(/-.{8}\.js$/, '') === `assets/${name}`)
            .forEach(need);
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
