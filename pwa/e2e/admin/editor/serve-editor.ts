import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { build } from 'vite';

/** At least as strict as the administration's policy: nothing foreign, and no text may become a script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types hexlime";
const TYPES: Partial<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
};

export interface EditorServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Builds the page that has nothing but the editor, and serves it under a policy at least as strict as the administration's. */
export async function serveEditor(): Promise<EditorServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'editor-page-'));
  await build({
    root: fileURLToPath(new URL('./editor-page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  });
  const image = await sharp({ create: { width: 240, height: 120, channels: 3, background: '#84cc16' } })
    .webp()
    .toBuffer();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const file = path === '/' ? '/index.html' : path;
    const content = file.startsWith('/images/') ? Promise.resolve(image) : readFile(join(outDir, file));
    content.then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'text/plain',
            'content-security-policy': POLICY,
            'x-content-type-options': 'nosniff',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(outDir, { recursive: true });
    },
  };
}
