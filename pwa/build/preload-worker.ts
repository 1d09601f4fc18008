import type { Plugin } from 'vite';

/** Chunks of the data worker: a first visit waits for its answer, so they must not be found only when the page's script runs. */
const WORKER_CHUNKS = /^assets\/(sync-worker|server-link)-[\w-]+\.js$/;

/** Lets the browser fetch the data worker beside the page's own script. */
export function preloadWorker(): Plugin {
  return {
    name: 'preload-worker',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => WORKER_CHUNKS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
