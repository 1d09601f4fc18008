import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { CSSModulesOptions, Plugin } from 'vite';
import type { PrecacheEntry } from '../service-worker/precache.ts';
import { listAdminPaths } from '#contract/screens/screens.ts';
import { adminManifest } from './admin-manifest.ts';
import { writeManifests } from './manifest-languages.ts';
import { findAppVersion } from './app-version.ts';
import { CHECKS, nameBelowLanguage, nameFirstScript, nameLanguage, WORKER_BUILD } from './chunks.ts';
import { inlineFirstPaint } from './inline-first-paint.ts';
import { keepReleases } from './keep-releases.ts';
import { deviceContract } from './device-contract.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = join(ROOT, 'admin.html');
const SERVICE_WORKER = join(ROOT, 'service-worker/admin-service-worker.ts');
const ASSETS = 'admin-assets';
const DOCUMENT = 'admin.html';
/** Files outside the assets that the administration needs offline; both pages use them. */
const SHARED_FILES = ['icons/icon.svg', 'icons/icon-192.png'];

/**
 * Builds the administration as a separate page into the same output folder, with its own service worker. Files that shoppers load contain nothing
 * of it; code that both pages use is in both.
 */
export function adminPage(options: { cssModules: CSSModulesOptions; target: string; keep: number }): Plugin {
  let sourcemap: boolean | 'inline' | 'hidden' = false;
  return {
    name: 'admin-page',
    apply: 'build',
    configResolved: ({ build: { sourcemap: wanted } }) => {
      sourcemap = wanted;
    },
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        const releases = keepReleases({ keep: options.keep, folder: ASSETS });
        const shared = {
          configFile: false,
          root: ROOT,
          logLevel: 'error',
          css: { modules: options.cssModules },
          define: { 'process.env.NODE_ENV': '"production"', __APP_VERSION__: JSON.stringify(findAppVersion()) },
        } as const;
        const output = {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          reportCompressedSize: false,
          target: options.target,
          sourcemap,
        } as const;
        await build({
          ...shared,
          worker: WORKER_BUILD,
          plugins: [react(), deviceContract(), inlineFirstPaint(), releases.plugin],
          build: {
            ...output,
            assetsDir: ASSETS,
            modulePreload: false,
            rolldownOptions: {
              checks: CHECKS,
              input: ENTRY,
              output: {
                codeSplitting: {
                  groups: [
                    // The file of a language must not contain code that the administration needs in every language.
                    { name: nameFirstScript, debugName: 'first', priority: 2 },
                    { name: nameBelowLanguage, debugName: 'below a language', priority: 1 },
                    { name: nameLanguage, debugName: 'language' },
                  ],
                },
              },
            },
          },
        });
        await writeFile(join(dir, 'admin.webmanifest'), JSON.stringify(adminManifest()));
        await writeManifests(dir, 'admin', adminManifest);
        const files = await listFiles(dir, releases.isCurrent);
        await build({
          ...shared,
          define: { ...shared.define, __ADMIN_FILES__: JSON.stringify(files) },
          build: {
            ...output,
            sourcemap: false,
            rolldownOptions: {
              checks: CHECKS,
              input: SERVICE_WORKER,
              output: { format: 'iife', entryFileNames: 'admin-service-worker.js', codeSplitting: false },
            },
          },
        });
      },
    },
  };
}

/** Lets the development server answer the administration's paths with its page. */
export function serveAdminPage(): Plugin {
  const paths = new Set(listAdminPaths());
  return {
    name: 'serve-admin-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (paths.has((request.url ?? '').split('?', 1)[0] ?? '')) request.url = `/${DOCUMENT}`;
        next();
      });
    },
  };
}

/** Lists the files to precache; those without a hash in their name have a revision. */
async function listFiles(dir: string, isCurrent: (url: string) => boolean): Promise<PrecacheEntry[]> {
  const assets = (await readdir(join(dir, ASSETS)))
    .map((file) => `${ASSETS}/${file}`)
    .filter((url) => isCurrent(url) && !url.endsWith('.map'));
  const named = [DOCUMENT, ...SHARED_FILES].map(async (url) => ({
    url,
    revision: createHash('sha256')
      .update(await readFile(join(dir, url)))
      .digest('hex')
      .slice(0, 10),
  }));
  return [...assets.sort().map((url) => ({ url, revision: null })), ...(await Promise.all(named))];
}
