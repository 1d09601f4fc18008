import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { CSSModulesOptions, Plugin } from 'vite';
import { CHECKS } from './chunks.ts';

const ENTRY = fileURLToPath(new URL('../first-screen/render.tsx', import.meta.url));
/** React's own runtime is CommonJS, whose wrapper alone is larger than this one. */
const JSX_RUNTIME = fileURLToPath(new URL('../first-screen/jsx-runtime.ts', import.meta.url));
const VIRTUAL_ID = 'virtual:first-screen';
/** Below the output folder; not a file of the page. */
const BUILT_FILE = 'server/first-screen.js';

/**
 * Builds the renderer of first screens once, for the server and the service worker. `cssModules` must be those of the page, so that class names
 * are the same. `forServiceWorker` lets the worker's build find the built file.
 */
export function firstScreenRenderer(options: { cssModules: CSSModulesOptions; target: string }): {
  plugin: Plugin;
  forServiceWorker: Plugin;
} {
  let builtFile = '';
  const plugin: Plugin = {
    name: 'first-screen-renderer',
    apply: 'build',
    writeBundle: {
      // Before the service worker is built.
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }) {
        builtFile = join(dir, BUILT_FILE);
        await build({
          configFile: false,
          logLevel: 'error',
          css: { modules: options.cssModules },
          resolve: { alias: { 'react/jsx-runtime': JSX_RUNTIME } },
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true, target: 'webworker' },
          build: {
            ssr: ENTRY,
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: options.target,
            rolldownOptions: { checks: CHECKS, output: { entryFileNames: BUILT_FILE, codeSplitting: false } },
          },
        });
      },
    },
  };
  const forServiceWorker: Plugin = {
    name: 'built-first-screen-renderer',
    resolveId: (id) => (id === VIRTUAL_ID ? builtFile : undefined),
  };
  return { plugin, forServiceWorker };
}
