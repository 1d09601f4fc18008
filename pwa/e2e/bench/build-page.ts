import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { findAppVersion } from '../../build/app-version.ts';
import { WORKER_BUILD } from '../../build/chunks.ts';
import { preloadWorker } from '../../build/preload-worker.ts';
import { startWorker } from '../../build/start-worker.ts';
import type { Opening } from './page/bench-page.ts';

/** Builds the page of all candidates: the engine, the row store and the physical limit. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    // The same options as in the shop's own build.
    worker: WORKER_BUILD,
    define: { __APP_VERSION__: JSON.stringify(findAppVersion()) },
    root: join(import.meta.dirname, 'page'),
    // `coldOpen` starts the worker as the shop's documents without products do; other measurements start none, or start it themselves.
    plugins: [
      startWorker({ when: '/"coldOpen"/.test(decodeURIComponent(location.hash))' }),
      preloadWorker(),
      preloadOpening(),
    ],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
}

const PRELOAD = /<link [^>]*href="([^"]+)"[^>]*data-first-visit[^>]*>/g;
/** Modules of candidates that the page imports for their measurements. */
const MODULES: Partial<Record<Opening['name'], string>> = {
  syncRows: 'dexie-rows.ts',
  coldOpenRows: 'dexie-rows.ts',
  storeOneRecord: 'store-one-record.ts',
};

/** Preloads what the measurement in the address needs, and nothing of other candidates; for `firstSync`, as the documents of a first visit do. */
function preloadOpening(): Plugin {
  return {
    name: 'preload-opening',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((built) => built.type === 'chunk');
        const filesOf = (module: string): string[] => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
          if (!chunk) throw new Error(`the page has no chunk of ${module}`);
          return [chunk.fileName, ...chunk.imports].map((file) => `/${file}`);
        };
        const files = {
          firstSync: [...html.matchAll(PRELOAD)].map(([, file]) => file),
          ...Object.fromEntries(Object.entries(MODULES).map(([name, module]) => [name, filesOf(module)])),
        };
        const children = `const { name } = location.hash === '' ? {} : JSON.parse(decodeURIComponent(location.hash.slice(1)));
for (const href of ${JSON.stringify(files)}[name] ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority: 'low' }));
}
if (name === 'firstSync') {
  const manifest = { rel: 'prefetch', as: 'fetch', crossOrigin: '', href: '/api/sync/pc/manifest' };
  document.head.append(Object.assign(document.createElement('link'), manifest));
}`;
        return { html: html.replaceAll(PRELOAD, ''), tags: [{ tag: 'script', children, injectTo: 'head-prepend' }] };
      },
    },
  };
}
