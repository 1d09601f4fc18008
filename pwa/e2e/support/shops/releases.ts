import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import { readConfig } from '#api/config/config.ts';
import { startServer } from '#api/server.ts';
import { PAGE_DIR } from '../fixtures.ts';

export interface ReleaseOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Code that is prepended to the service worker's script, to make the release faulty. */
  readonly workerStarts?: string;
  /** Renames all scripts of the release. Its service worker still lists the previous names. */
  readonly hasNewScripts?: boolean;
}

/** A shop that is redeployed at one address with one database. */
export interface Releases {
  /** Origin of the shop, valid from its first deployment on. */
  readonly url: string;
  /** Context of the running server. */
  readonly context: AppContext;
  /** Replaces the running release; the new document's body has the release's name as its id. */
  deploy(release: string, options?: ReleaseOptions): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares deployments without starting one. */
export async function prepareReleases(): Promise<Releases> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-releases-'));
  let port = 0;
  let running: { readonly context: AppContext; stop(): Promise<void> } | undefined;
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get context() {
      if (!running) throw new Error('No release runs');
      return running.context;
    },
    async deploy(release, options = {}) {
      const copy = await copyRelease(folder, release, options);
      await running?.stop();
      const settings = { LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: join(folder, 'data'), PAGE_DIR: copy };
      const context = await createAppContext(readConfig({ ...settings, ...options.env, PORT: String(port) }));
      const server = await startServer(context);
      port = Number(new URL(server.url).port);
      running = {
        context,
        async stop() {
          await server.stop();
          await context.close();
        },
      };
    },
    async stop() {
      await running?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Copies the built page, puts the release's name into the document, and updates the document's revision in the precache list. */
async function copyRelease(folder: string, release: string, options: ReleaseOptions): Promise<string> {
  const copy = join(folder, release);
  await cp(PAGE_DIR, copy, { recursive: true });
  const documentFile = join(copy, 'index.html');
  const document = (await readFile(documentFile, 'utf8')).replace('<body>', `<body id="${release}">`);
  await writeFile(documentFile, document);
  const revision = createHash('md5').update(document).digest('hex');
  const workerFile = join(copy, 'service-worker.js');
  const worker = await readFile(workerFile, 'utf8');
  const renewed = worker.replace(/(?<="revision":")\w+(?=","url":"index\.html")/, revision);
  if (renewed === worker) throw new Error('The list of the service worker does not name the document');
  await writeFile(workerFile, `${options.workerStarts ?? ''}\n${renewed}`);
  if (options.hasNewScripts) await renameScripts(copy);
  return copy;
}

/** Renames scripts and all references to them. */
async function renameScripts(copy: string): Promise<void> {
  const assets = join(copy, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  for (const file of [...scripts.map((script) => join(assets, script)), join(copy, 'index.html')])
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(-[\w-]{8})\.js\b/g, '$1-next.js'));
  for (const script of scripts) await rename(join(assets, script), join(assets, script.replace(/\.js$/, '-next.js')));
}
