import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

/** The script of the page of `startPageApp`. */
export const PAGE_SCRIPT = `console.log("${'x'.repeat(5_000)}");`;

/** A server with a page, two products of the PC shop and images of one of them. */
export interface PageApp extends TestApp {
  readonly pageDir: string;
}

/** Starts a server on a folder with a page, files that must not be served, and some products. */
export async function startPageApp(): Promise<PageApp> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-page-'));
  const pageDir = join(folder, 'page');
  await mkdir(join(pageDir, 'assets'), { recursive: true });
  await mkdir(join(pageDir, 'admin-assets'), { recursive: true });
  await mkdir(join(pageDir, 'icons'), { recursive: true });
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Hexlime</title>');
  await writeFile(join(pageDir, 'admin.html'), '<!doctype html><title>Admin Panel</title>');
  await writeFile(join(pageDir, 'assets', 'index-abc123.js'), PAGE_SCRIPT);
  await writeFile(join(pageDir, 'assets', 'reader-abc123.wasm'), 'wasm');
  for (const assets of ['assets', 'admin-assets']) await writeFile(join(pageDir, assets, 'code-worker-abc123.js'), '');
  await writeFile(join(pageDir, 'icons', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(pageDir, 'service-worker.js'), 'self.skipWaiting();');
  await writeFile(join(pageDir, 'manifest.webmanifest'), '{}');
  await writeFile(join(pageDir, 'releases-assets.json'), '[]');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const app = await startTestApp({ dataDir: folder, env: { PAGE_DIR: pageDir } });
  const { products, blobs } = app.context;
  await products.saveProducts('pc', [
    { fields: { title: 'Lamp', main_category: 'Light', category: 'Desk', price: '9.99' } },
    { fields: { title: 'Fan', main_category: 'Air', category: 'Desk' } },
  ]);
  await blobs.put('PCProducts/1/1.webp', Buffer.from('picture'));
  await blobs.put('PCProducts/1/preview/1.webp', Buffer.from('preview'));
  await app.server.snapshots.build();
  return {
    ...app,
    pageDir,
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
