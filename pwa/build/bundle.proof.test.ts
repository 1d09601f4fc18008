import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { FirstScreenRenderer } from '#contract/screens/first-screen.ts';
import type { PrecacheEntry } from '../service-worker/precache.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const BUDGETS = new Map(
  Array.from(
    (await readFile('docs/ARCHITECTURE.md', 'utf8')).matchAll(/^\| (\w[^|]*?) *\| *(\d+) \|$/gm),
    ([, name = '', kb]) => [name, Number(kb) * 1_000],
  ),
);
/** Returns a budget of the table in docs/ARCHITECTURE.md, in bytes. */
function budgetOf(name: string): number {
  const bytes = BUDGETS.get(name);
  if (bytes === undefined) throw new Error(`docs/ARCHITECTURE.md has no budget "${name}"`);
  return bytes;
}
/** Parts of the data worker that each visit loads, in this order: the calls to the server, then what stores the answers … */
const VISIT_PARTS = ['server-calls', 'background'];
/** … and parts that a visit also loads when there are rows of a user, or unsent operations. */
const ACCOUNT_PARTS = ['account'];
/** Parts that a visitor's action loads. */
const ON_DEMAND_PARTS = ['close-matches', 'fact-search', 'product-figures', 'same-products'];
/** Packages kept off the shops' main thread: the worker checks replies, editor, combobox and passkeys belong to the administration. */
const FORBIDDEN = /node_modules\/(zod|lexical|@lexical|downshift|@simplewebauthn)\//;
/** Sources of the administration, wherever they lie. */
const ADMINISTRATION =
  /(?:\/app\/admin\/|\/features\/(?:admin|rich-text)|\/sync\/(?:admin\/|api\/admin-)|\/platform\/admin\/|\/messages\/\w+\/(?:packs\/)?admin)/;
/** Texts that the first script may hold; all others come with the part that shows them. */
const FIRST_TEXTS = /\/messages\/en\/(?:first-screen|states)\.ts$/;
/** Parts that the page of a shop loads when it is idle, for every visitor. */
const IDLE_PARTS = ['side-panels', 'product-window', 'shop-extras', 'sidebar', 'frame-extras'];
/** Packages kept out of the first script: only later parts read a signed-in user's rows, and only the worker reads the catalogue. */
const FORBIDDEN_AT_FIRST = /node_modules\/(dexie|dexie-react-hooks)\//;

let outDir = '';

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'bundle-'));
  const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js');
  // In a separate process: this one runs with the settings of tests, with which the build would contain React's development version.
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', outDir, '--sourcemap', 'hidden', '--logLevel', 'error'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
}, 120_000);
afterAll(() => rm(outDir, { recursive: true }));

interface SourceMap {
  readonly sources: readonly string[];
}

const read = (file: string): Promise<string> => readFile(join(outDir, file), 'utf8');
/** Replaces the hashes in file names, which change with every import, so that a script's compressed size depends on its own code only. */
const withLastingNames = (script: string): string =>
  script.replaceAll(/([\w-]+)-[\w-]{8}(?=\.(?:js|css)\b)/g, (_, name: string) => {
    const hash = createHash('sha256').update(name).digest('base64url').slice(0, 8);
    return `${name}-${hash}`;
  });
/** Returns the size as sent: compressed, except for the smallest files, of which the build has no compressed copy. */
const sizeOf = async (file: string): Promise<number> => {
  const script = Buffer.from(withLastingNames(await read(file)));
  const isCompressed = existsSync(join(outDir, `${file}.br`));
  return (isCompressed ? brotliCompressSync(script) : script).length;
};
const matchAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

const STATIC_IMPORT = /(?:^|[;}\s])import\s*(?:[^'"`();]*?from)?\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const ANY_IMPORT = /["'`]\.\/([\w.-]+\.js)["'`]/g;

/** Lists scripts with everything that they import: at once (`STATIC_IMPORT`), or at any time (`ANY_IMPORT`). */
async function followImports(files: readonly string[], pattern: RegExp): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    found.add(file);
    await Promise.all(matchAll(await read(file), pattern).map((name) => visit(`assets/${name}`)));
  };
  await Promise.all(files.map(visit));
  return [...found].sort();
}

/** Scripts that a page needs before it runs: those of the document and what they import at once. */
const listFirstScripts = async (): Promise<string[]> =>
  followImports(matchAll(await read('index.html'), /src="\/([^"]+\.js)"/g), STATIC_IMPORT);

const listScripts = async (): Promise<string[]> =>
  (await readdir(join(outDir, 'assets'))).filter((file) => file.endsWith('.js')).map((file) => `assets/${file}`);

async function findScript(name: string): Promise<string> {
  // Another script's name may begin with this one; a hash has eight characters.
  const file = (await listScripts()).find((script) => script.replace(/-.{8}\.js$/, '') === `assets/${name}`);
  if (file === undefined) throw new Error(`There is no script ${name}`);
  return file;
}

/** Scripts of the page, the lazy ones included; the data worker and what only it loads are not. */
async function listPageScripts(): Promise<string[]> {
  const ofWorker = new Set(await followImports([await findScript('sync-worker')], ANY_IMPORT));
  return (await listScripts()).filter((file) => !ofWorker.has(file));
}

async function sumOfSizes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The data of the shop, which is no script. */
const SHOP_DATA = '<script type="application/json" id="shop">';

describe('the built page', () => {
  test('needs no more script on the main thread than its budget', async () => {
    const scripts = await listFirstScripts();
    const total = await sumOfSizes(scripts);
    // React alone is more than half of the budget: less would mean that nothing was found.
    expect(total).toBeGreaterThan(40_000);
    expect(total).toBeLessThanOrEqual(budgetOf('page: before a shop runs'));
  });

  test('has a service worker within its budget', async () => {
    expect(await sizeOf('service-worker.js')).toBeLessThanOrEqual(budgetOf('service worker'));
  });

  test('has no documentation of calls in any script', async () => {
    const scripts = [
      ...(await listScripts()),
      ...(await readdir(join(outDir, 'admin-assets'))).map((file) => `admin-assets/${file}`),
    ];
    for (const file of scripts.filter((name) => name.endsWith('.js')))
      expect(await read(file), file).not.toMatch(/path:[`'"]\/api[^{}]*summary:/);
  });

  test('has a data worker whose first part is small', async () => {
    const first = await followImports([await findScript('sync-worker')], STATIC_IMPORT);
    expect(await sumOfSizes(first)).toBeLessThanOrEqual(budgetOf('data worker: before the first page'));
    const [calls = '', ...background] = await Promise.all(VISIT_PARTS.map(findScript));
    const beforeCalls = await followImports([...first, calls], STATIC_IMPORT);
    expect(await sumOfSizes(beforeCalls)).toBeLessThanOrEqual(
      budgetOf('data worker: before the first call to the server'),
    );
    const rest = (await followImports(background, STATIC_IMPORT)).filter((file) => !beforeCalls.includes(file));
    const size = await sumOfSizes(rest);
    expect(size).toBeLessThanOrEqual(budgetOf('data worker: in the background (leader, store with Dexie)'));
    // Less would mean that the wrong files were measured.
    expect(size).toBeGreaterThan(30_000);
  });

  test('has a data worker whose scripts of a visit are within their budgets', async () => {
    const entry = await findScript('sync-worker');
    const atOnce = await followImports([entry], STATIC_IMPORT);
    const all = new Set(matchAll(await read(entry), ANY_IMPORT));
    const later = [...all].filter((file) => !atOnce.includes(`assets/${file}`));
    // A new part belongs to one of the lists.
    expect(later.map((file) => file.replace(/-.{8}\.js$/, '')).sort()).toEqual(
      [...VISIT_PARTS, ...ACCOUNT_PARTS, ...ON_DEMAND_PARTS].sort(),
    );
    const follow = async (names: readonly string[]): Promise<string[]> =>
      followImports([entry, ...(await Promise.all(names.map(findScript)))], STATIC_IMPORT);
    const loaded = await follow([...VISIT_PARTS, ...ACCOUNT_PARTS]);
    expect(await sumOfSizes(await follow(VISIT_PARTS))).toBeLessThanOrEqual(
      budgetOf('data worker: in all, of a visitor without an account'),
    );
    expect(await sumOfSizes(loaded)).toBeLessThanOrEqual(budgetOf('data worker: in all, with an account'));
    // None of these scripts imports a further one later, which the budgets would not count.
    const hidden = (
      await followImports(
        loaded.filter((file) => file !== entry),
        ANY_IMPORT,
      )
    ).filter((file) => !loaded.includes(file));
    expect(hidden).toEqual([]);
  });

  test.each(['assets', 'admin-assets'])('has no script in %s that imports the entry of a worker', async (folder) => {
    const scripts = (await readdir(join(outDir, folder))).filter((file) => file.endsWith('.js'));
    const isWorker = (file: string): boolean => /^(sync|admin)-worker-/.test(file);
    expect(scripts.filter(isWorker)).not.toEqual([]);
    const imported = await Promise.all(
      scripts.map(async (file) => matchAll(await read(`${folder}/${file}`), ANY_IMPORT)),
    );
    // WebKit would run it a second time: two engines in one worker, each doing everything.
    expect(imported.flat().filter(isWorker)).toEqual([]);
  });

  test('has no schemas and no editor on the main thread, and no database in the first script', async () => {
    const first = await listFirstScripts();
    for (const file of await listPageScripts()) {
      const { sources } = JSON.parse(await read(`${file}.map`)) as { sources: string[] };
      const isForbidden = (source: string): boolean =>
        FORBIDDEN.test(source) || (first.includes(file) && FORBIDDEN_AT_FIRST.test(source));
      expect(sources.filter(isForbidden), file).toEqual([]);
    }
  });

  test('loads no database of a user for a visitor who is not signed in', async () => {
    const hasDatabase = async (part: string): Promise<boolean> => {
      const files = await followImports([await findScript(part)], STATIC_IMPORT);
      const maps = await Promise.all(files.map(async (file) => JSON.parse(await read(`${file}.map`)) as SourceMap));
      return maps.some(({ sources }) => sources.some((source) => FORBIDDEN_AT_FIRST.test(source)));
    };
    expect(await hasDatabase('user-cart')).toBe(true);
    for (const part of IDLE_PARTS) expect(await hasDatabase(part), part).toBe(false);
  });

  test('has no texts of later parts in its first script, and none of the manifest in any', async () => {
    const sourcesOf = async (file: string): Promise<string[]> =>
      (JSON.parse(await read(`${file}.map`)) as { sources: string[] }).sources;
    const first = await Promise.all((await listFirstScripts()).map(sourcesOf));
    const texts = first.flat().filter((source) => source.includes('/messages/en/'));
    expect(texts.some((source) => FIRST_TEXTS.test(source))).toBe(true);
    expect(texts.filter((source) => !FIRST_TEXTS.test(source))).toEqual([]);
    const all = await Promise.all((await listPageScripts()).map(sourcesOf));
    expect(all.flat().filter((source) => source.includes('/messages/en/manifest'))).toEqual([]);
  });

  test.each(['assets', 'admin-assets'])(
    'has the texts of another language in one file of %s, loaded on demand',
    async (folder) => {
      const names = (await readdir(join(outDir, folder))).filter((file) => file.endsWith('.js'));
      const languages = names.filter((file) => file.startsWith('language-'));
      expect(languages.map((file) => file.split('-')[1])).toEqual(['ru']);
      for (const file of names) {
        const map = await read(`${folder}/${file}.map`).catch(() => '{"sources":[]}');
        const { sources } = JSON.parse(map) as { sources: string[] };
        const others = sources.filter((source) => source.includes('/messages/ru/'));
        expect(others.length > 0, file).toBe(languages.includes(file));
        // Otherwise English visitors would load it, too.
        const needed = matchAll(await read(`${folder}/${file}`), STATIC_IMPORT);
        expect(
          needed.filter((name) => languages.includes(name)),
          file,
        ).toEqual([]);
      }
    },
  );

  test('has a manifest for each language', async () => {
    const shortcutsOf = async (file: string) =>
      (JSON.parse(await read(file)) as { lang: string; shortcuts: { name: string }[] }).shortcuts[0]?.name;
    expect(await shortcutsOf('manifest.webmanifest')).toBe('Cart');
    expect(await shortcutsOf('manifest.ru.webmanifest')).toBe('Корзина');
    expect(await read('admin.webmanifest')).toContain('"short_name":"Admin"');
    expect(await read('admin.ru.webmanifest')).toContain('"lang":"ru"');
    expect(await read('admin.ru.webmanifest')).toContain('"short_name":"Администратор"');
  });

  test('precaches the shell with every file of this build, and nothing of older ones', async () => {
    const worker = await read('service-worker.js');
    const [list = '[]'] = /\[\{"(?:revision|url)":[^\]]*\]/.exec(worker) ?? [];
    const precached = (JSON.parse(list) as PrecacheEntry[]).map(({ url }) => url).sort();
    const assets = (await readdir(join(outDir, 'assets'))).filter((file) => /\.(js|css|wasm)$/.test(file));
    expect(precached).toEqual(
      [
        ...assets.map((file) => `assets/${file}`),
        'icons/crypto-payments.svg',
        'icons/icon-192.png',
        'icons/icon.svg',
        'index.html',
        'manifest.webmanifest',
      ].sort(),
    );
  });

  test('has one WebAssembly program, which only a worker of its own loads', async () => {
    const programs = (await readdir(join(outDir, 'assets'))).filter((file) => file.endsWith('.wasm'));
    expect(programs).toHaveLength(1);
    const ofWorker = await followImports([await findScript('code-worker')], ANY_IMPORT);
    for (const file of await listScripts()) {
      const namesProgram = (await read(file)).includes(programs[0] ?? '');
      const importsWorker = (await followImports([file], ANY_IMPORT)).some((other) => ofWorker.includes(other));
      expect(namesProgram || importsWorker, file).toBe(ofWorker.includes(file));
    }
  });

  test('references no style sheet that does not exist', async () => {
    const present = new Set((await readdir(join(outDir, 'assets'))).map((file) => `assets/${file}`));
    const asked = await Promise.all(
      (await listScripts()).map(async (file) => matchAll(await read(file), /"(assets\/[\w.-]+\.css)"/g)),
    );
    expect(asked.flat().length).toBeGreaterThan(0);
    expect(asked.flat().filter((file) => !present.has(file))).toEqual([]);
  });

  test('has two inline scripts and one inline style in its document, which the server allows by their hashes', async () => {
    const html = await read('index.html');
    expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toEqual([SHOP_DATA, '<script>', '<script>']);
    expect(html.match(/<style[^>]*>/g)).toEqual(['<style>']);
    expect(html).not.toMatch(/\sstyle=|\son\w+=|rel="stylesheet"/);
  });

  test('starts its data worker from the document, after the place of the products', async () => {
    const html = await read('index.html');
    const [, url = ''] = /createScriptURL: \(\) => '\/([^']+)'/.exec(html) ?? [];
    expect(url).toBe(await findScript('sync-worker'));
    expect(html.indexOf(url, html.indexOf('</head>'))).toBeGreaterThan(html.indexOf('<!--first-screen-->'));
  });

  test('marks the preloads of the data worker, whose scripts later visits have on the device', async () => {
    const worker = await read('service-worker.js');
    const preloads = (await read('index.html')).match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    const marked = preloads.filter((link) => link.includes('data-first-visit'));
    expect(marked.some((link) => link.includes('/sync-worker-'))).toBe(true);
    for (const link of marked) expect(worker).toContain(link.match(/href="\/([^"]+)"/)?.[1]);
    // Links without the mark remain at later visits: they must be those of the page's own scripts, which have no low priority.
    expect(preloads.filter((link) => !marked.includes(link) && link.includes('fetchpriority="low"'))).toEqual([]);
  });

  test('draws first screens in the classes of its style sheet', async () => {
    const { renderDocument, planFirstScreen } = (await import(
      join(outDir, 'server/first-screen.js')
    )) as FirstScreenRenderer;
    const template = await read('index.html');
    const plan = planFirstScreen('/refferals', '');
    if (!plan) throw new Error('the referral shop is gone');
    const document = renderDocument(template, plan);
    const classes = matchAll(document, / class="([^"]+)"/g).flatMap((names) => names.split(' '));
    expect(new Set(classes).size).toBeGreaterThan(15);
    for (const name of new Set(classes)) expect(template, name).toContain(`.${name}`);
  });
});

describe('the built administration', () => {
  const listAdminScripts = async (): Promise<string[]> =>
    (await readdir(join(outDir, 'admin-assets'))).filter((file) => file.endsWith('.js'));
  const sourcesOf = async (file: string): Promise<string[]> => {
    // A helper of the bundler has no source, and no map.
    const map = await read(`${file}.map`).catch(() => '{"sources":[]}');
    return (JSON.parse(map) as { sources: string[] }).sources;
  };

  test('is in no file that shoppers load', async () => {
    for (const file of await listScripts()) {
      expect(
        (await sourcesOf(file)).filter((source) => ADMINISTRATION.test(source)),
        file,
      ).toEqual([]);
    }
    // Fewer would mean that the pattern is wrong.
    const own = await Promise.all((await listAdminScripts()).map((file) => sourcesOf(`admin-assets/${file}`)));
    expect(own.flat().filter((source) => ADMINISTRATION.test(source)).length).toBeGreaterThan(10);
    expect(await read('service-worker.js')).not.toContain('admin-assets');
  });

  test('has an editor within its budget that is loaded on demand', async () => {
    const isEditor = async (file: string): Promise<boolean> =>
      (await sourcesOf(`admin-assets/${file}`)).some((source) => /node_modules\/(?:lexical|@lexical)\//.test(source));
    const files = await listAdminScripts();
    const flags = await Promise.all(files.map(isEditor));
    const editor = files.filter((_file, index) => flags[index]);
    expect(editor.length).toBeGreaterThan(0);
    const size = await sumOfSizes(editor.map((file) => `admin-assets/${file}`));
    expect(size).toBeGreaterThan(30_000);
    expect(size).toBeLessThanOrEqual(budgetOf('administration: editor of descriptions'));
    const [entry = ''] = matchAll(await read('admin.html'), /src="\/admin-assets\/([^"]+\.js)"/g);
    expect(editor).not.toContain(entry);
  });

  test('loads the library for passkeys with the first prompt', async () => {
    const hasLibrary = async (file: string): Promise<boolean> =>
      (await sourcesOf(`admin-assets/${file}`)).some((source) => source.includes('node_modules/@simplewebauthn/'));
    const files = await listAdminScripts();
    const flags = await Promise.all(files.map(hasLibrary));
    const library = files.filter((_file, index) => flags[index]);
    expect(library).toHaveLength(1);
    const [entry = ''] = matchAll(await read('admin.html'), /src="\/admin-assets\/([^"]+\.js)"/g);
    expect(library).not.toContain(entry);
  });

  test('is precached completely by its own service worker', async () => {
    const worker = await read('admin-service-worker.js');
    const present = (await readdir(join(outDir, 'admin-assets'))).filter((file) => !/\.(map|br)$/.test(file));
    expect(present.filter((file) => !worker.includes(`admin-assets/${file}`))).toEqual([]);
    expect(worker).toContain('admin.html');
    // The manifest is not precached: the server writes the shop's name into it.
    expect(worker).not.toContain('webmanifest');
  });

  test('has one inline script in its document, which the server allows by its hash', async () => {
    const html = await read('admin.html');
    expect(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toEqual([SHOP_DATA, '<script>']);
    expect(html).not.toMatch(/\sstyle=|\son\w+=|https?:\/\//);
  });
});
