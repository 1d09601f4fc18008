import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { adminPage, serveAdminPage } from './pwa/build/admin-page.ts';
import { findAppVersion } from './pwa/build/app-version.ts';
import {
  CHECKS,
  INLINED,
  nameBelowLanguage,
  nameFirstScript,
  nameLanguage,
  nameShared,
  SHARED_SOURCES,
  WORKER_BUILD,
} from './pwa/build/chunks.ts';
import { firstScreenRenderer } from './pwa/build/first-screen-renderer.ts';
import { inlineFirstPaint } from './pwa/build/inline-first-paint.ts';
import { keepReleases } from './pwa/build/keep-releases.ts';
import { precompress } from './pwa/build/precompress.ts';
import { preloadWorker } from './pwa/build/preload-worker.ts';
import { startWorker } from './pwa/build/start-worker.ts';
import { manifestLanguages } from './pwa/build/manifest-languages.ts';
import { namedClasses } from './pwa/build/named-classes.ts';
import { inOneFile } from './pwa/build/service-worker-build.ts';
import { webManifest } from './pwa/build/web-manifest.ts';
import { deviceContract } from './pwa/build/device-contract.ts';

const SERVER = 'http://127.0.0.1:3000';
/** The syntax that the last two versions of Chromium and Firefox, and Safari 17.4, run as it is. */
const TARGET = 'es2022';
/** Number of builds whose assets are served. */
const KEPT_RELEASES = 3;

export default defineConfig(({ command }) => {
  const releases = keepReleases({ keep: KEPT_RELEASES, folder: 'assets' });
  // Short names, because the script and the style sheet of the first visit contain each of them.
  const cssModules = { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[name]_[local]' };
  const firstScreen = firstScreenRenderer({ cssModules, target: TARGET });
  return {
    root: 'pwa',
    define: { __APP_VERSION__: JSON.stringify(findAppVersion()) },
    build: {
      outDir: '../dist',
      // An old tab may still ask for the chunks of its release: `keepReleases` deletes only those of releases that are no longer kept.
      emptyOutDir: false,
      target: TARGET,
      // A lazy part needs only one small file beside the first script. A preload list would cost the first script more than it saves.
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: CHECKS,
        optimization: INLINED,
        output: {
          codeSplitting: {
            groups: [
              { name: nameFirstScript, debugName: 'first', priority: 3 },
              { name: nameBelowLanguage, debugName: 'below a language', priority: 2 },
              { name: nameLanguage, debugName: 'language', priority: 1 },
              { name: nameShared, debugName: 'shared', test: SHARED_SOURCES, minShareCount: 2 },
            ],
          },
        },
      },
    },
    worker: WORKER_BUILD,
    css: { modules: cssModules },
    plugins: [
      react(),
      deviceContract(),
      namedClasses(),
      preloadWorker(),
      startWorker(),
      inlineFirstPaint(),
      releases.plugin,
      firstScreen.plugin,
      serveAdminPage(),
      manifestLanguages(),
      adminPage({ cssModules, target: TARGET, keep: KEPT_RELEASES }),
      VitePWA({
        strategies: 'injectManifest',
        injectRegister: null,
        srcDir: 'service-worker',
        filename: 'service-worker.ts',
        integration: { configureCustomSWViteBuild: inOneFile },
        manifest: webManifest(),
        includeManifestIcons: false,
        injectManifest: {
          target: TARGET,
          buildPlugins: { vite: [firstScreen.forServiceWorker] },
          globPatterns: [
            'index.html',
            'assets/*.{js,css,wasm}',
            'icons/icon.svg',
            'icons/crypto-payments.svg',
            'icons/icon-192.png',
          ],
          dontCacheBustURLsMatching: /^assets\//,
          manifestTransforms: [
            (entries) => ({
              manifest: entries.filter((entry) => releases.isCurrent(entry.url)),
              warnings: [],
            }),
          ],
        },
      }),
      precompress(),
    ],
    server: {
      proxy: {
        '/api': SERVER,
        '/dev': SERVER,
        '/images': SERVER,
        '/healthz': SERVER,
        '/realtime': { target: SERVER, ws: true },
      },
    },
  };
});
