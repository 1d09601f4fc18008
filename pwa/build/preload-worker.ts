import type { Plugin } from 'vite';

/** What a first visit waits for: the data worker, and its code that asks the server. The rest of it comes when the worker asks. */
const NEEDED_FIRST = /^assets\/(sync-worker|server-link)-[\w-]+\.js$/;
const STATIC_IMPORT = /(?:^|[;}])import\s*(?:[^'"`();]*?from)?\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

/** Lets the browser fetch the data worker beside the page's own script, not only when that runs. */
export function preloadWorker(): Plugin {
  return {
    name: 'preload-worker',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const needed = new Set(Object.keys(bundle).filter((file) => NEEDED_FIRST.test(file)));
        // A set that grows is walked to its end.
        for (const file of needed) {
          const built = bundle[file];
          const code = built?.type === 'chunk' ? built.code : String(built?.source ?? '');
          for (const [, name = ''] of code.matchAll(STATIC_IMPORT)) needed.add(`assets/${name}`);
        }
        return [...needed].map((file) => ({
          tag: 'link',
          // The cards of the first screen are in the document: their pictures and the page's script go first.
          attrs: { rel: 'modulepreload', href: `/${file}`, fetchpriority: 'low' },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
