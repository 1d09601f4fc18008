import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { findAppVersion } from '../../build/app-version.ts';
import { WORKER_BUILD } from '../../build/chunks.ts';
import { preloadWorker } from '../../build/preload-worker.ts';
import { startWorker } from '../../build/start-worker.ts';
import type { Opening } from './page/bench-page.ts';

const PEERS = join(import.meta.dirname, 'peers');
/** Outside the sources, so that type checks and linters do not read the peers' packages. */
const INSTALLED = resolve(import.meta.dirname, '../../../node_modules/.cache/bench-peers');

const shared = { configFile: false, logLevel: 'error', worker: { format: 'es' } } as const;

/** Builds the pages of the candidates: ours, the rows and the physical limit in one; RxDB, whose packages only this bench has, in its own. */
export async function buildPages(folder: string): Promise<void> {
  await installPeers();
  await buildOurPage(folder);
  await build({
    ...shared,
    root: INSTALLED,
    base: '/rxdb/',
    build: { outDir: join(folder, 'rxdb'), emptyOutDir: true, target: 'es2022' },
  });
}

/** Builds the page of our candidate, the rows and the physical limit. */
export async function buildOurPage(folder: string): Promise<void> {
  await build({
    ...shared,
    // As the shop's own build has it.
    worker: WORKER_BUILD,
    define: { __APP_VERSION__: JSON.stringify(findAppVersion()) },
    root: join(import.meta.dirname, 'page'),
    // As the shop's documents without products do, and those of a first visit preload it; the other measurements start none, or their own.
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

/** Preloads what the measurement in the address needs, and nothing of another candidate; those of a first visit as the shop's documents do. */
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
}`;
        return { html: html.replaceAll(PRELOAD, ''), tags: [{ tag: 'script', children, injectTo: 'head-prepend' }] };
      },
    },
  };
}

/** Installs the peers' packages on the first run, and again when their versions change. */
async function installPeers(): Promise<void> {
  const wanted = await readFile(join(PEERS, 'package.json'), 'utf8');
  const installed = await readFile(join(INSTALLED, 'node_modules', 'package.json'), 'utf8').catch(() => '');
  await cp(PEERS, INSTALLED, { recursive: true });
  if (installed === wanted) return;
  console.log('installing the peers of the bench');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await promisify(execFile)(npm, args, { cwd: INSTALLED });
  await cp(join(PEERS, 'package.json'), join(INSTALLED, 'node_modules', 'package.json'));
}
