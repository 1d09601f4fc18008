import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPrecache } from './precache.ts';
import type { PrecacheEntry } from './precache.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const ORIGIN = 'https://shop.test';
const RELEASE_A: PrecacheEntry[] = [
  { url: 'index.html', revision: 'a' },
  { url: 'assets/main-1.js', revision: null },
  { url: 'assets/shared.js', revision: null },
];
const RELEASE_B: PrecacheEntry[] = [
  { url: 'index.html', revision: 'b' },
  { url: 'assets/main-2.js', revision: null },
  { url: 'assets/shared.js', revision: null },
];

let memory: MemoryCaches;
let asked: string[];
let broken: string | undefined;
let language: string;
let hangs: boolean;

beforeEach(() => {
  memory = new MemoryCaches();
  asked = [];
  broken = undefined;
  language = 'en';
  hangs = false;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const serve = async (request: RequestInfo | URL, { signal }: RequestInit = {}): Promise<Response> => {
  if (hangs)
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as DOMException)));
  const { pathname } = new URL(String(request));
  asked.push(pathname);
  return new Response(pathname, { status: pathname === broken ? 503 : 200 });
};

const precacheOf = (entries: readonly PrecacheEntry[]) =>
  createPrecache(entries, {
    caches: memory as unknown as CacheStorage,
    cacheName: 'shell',
    origin: ORIGIN,
    fetch: serve,
    readLanguage: async () => language,
  });
const shell = (): string[] => memory.addresses('shell').map((url) => url.replace(ORIGIN, ''));

test('a release is cached completely and answers without its server', async () => {
  const precache = precacheOf(RELEASE_A);
  await precache.install();
  asked = [];
  expect(await (await precache.match(`${ORIGIN}/index.html`)).text()).toBe('/index.html');
  expect(await (await precache.match(`${ORIGIN}/assets/main-1.js`)).text()).toBe('/assets/main-1.js');
  expect(asked).toEqual([]);
  expect(precache.has(`${ORIGIN}/assets/main-1.js`)).toBe(true);
  expect(precache.has(`${ORIGIN}/api/products`)).toBe(false);
});

test('a WebAssembly program is cached when first used, and precached with each later release', async () => {
  const withProgram = (name: string): PrecacheEntry[] => [...RELEASE_A, { url: `assets/${name}`, revision: null }];
  const first = precacheOf(withProgram('reader-1.wasm'));
  await first.install();
  expect(shell()).not.toContain('/assets/reader-1.wasm');
  await first.match(`${ORIGIN}/assets/reader-1.wasm`);
  asked = [];
  expect(await (await first.match(`${ORIGIN}/assets/reader-1.wasm`)).text()).toBe('/assets/reader-1.wasm');
  expect(asked).toEqual([]);

  const second = precacheOf(withProgram('reader-2.wasm'));
  await second.install();
  await second.activate();
  expect(shell()).toContain('/assets/reader-2.wasm');
  expect(shell()).not.toContain('/assets/reader-1.wasm');
});

test('a newer release fetches only changed files and leaves the older one complete until it takes over', async () => {
  const older = precacheOf(RELEASE_A);
  await older.install();
  asked = [];
  const newer = precacheOf(RELEASE_B);
  await newer.install();
  expect(asked.sort()).toEqual(['/assets/main-2.js', '/index.html']);
  expect(await (await older.match(`${ORIGIN}/assets/main-1.js`)).text()).toBe('/assets/main-1.js');
  await newer.activate();
  expect(shell().sort()).toEqual(['/assets/main-2.js', '/assets/shared.js', '/index.html?__revision=b']);
});

test('an interrupted install keeps the files that arrived and continues from there', async () => {
  broken = '/assets/shared.js';
  const precache = precacheOf(RELEASE_A);
  await expect(precache.install()).rejects.toThrow(/503/);
  asked = [];
  broken = undefined;
  await precache.install();
  expect(asked).toEqual(['/assets/shared.js']);
});

test('a file that the browser has evicted is fetched again', async () => {
  const precache = precacheOf(RELEASE_A);
  await precache.install();
  await memory.delete('shell');
  expect(await (await precache.match(`${ORIGIN}/assets/main-1.js`)).text()).toBe('/assets/main-1.js');
});

test('a file comes from the network when the cache cannot be read', async () => {
  const precache = precacheOf(RELEASE_A);
  await precache.install();
  memory.isBroken = true;
  asked = [];
  expect(await (await precache.match(`${ORIGIN}/assets/shared.js`)).text()).toBe('/assets/shared.js');
  expect(asked).toEqual(['/assets/shared.js']);
});

test('a redirected answer is not stored', async () => {
  const precache = createPrecache(RELEASE_A, {
    caches: memory as unknown as CacheStorage,
    cacheName: 'shell',
    origin: ORIGIN,
    readLanguage: async () => language,
    fetch: async (request) => Object.defineProperty(await serve(request), 'redirected', { value: true }),
  });
  await expect(precache.install()).rejects.toThrow(TypeError);
  expect(shell()).toEqual([]);
});

const WITH_LANGUAGES: PrecacheEntry[] = [
  ...RELEASE_A,
  { url: 'assets/language-ru-1.js', revision: null },
  { url: 'assets/language-de-1.js', revision: null },
];

test('only the language of the device is precached', async () => {
  await precacheOf(WITH_LANGUAGES).install();
  expect(asked.filter((path) => path.includes('language'))).toEqual([]);
  language = 'ru';
  await precacheOf(WITH_LANGUAGES).install();
  expect(asked.filter((path) => path.includes('language'))).toEqual(['/assets/language-ru-1.js']);
});

test('another language loads even if the cache fails, and times out if the network hangs', async () => {
  const [, , , russian = ''] = WITH_LANGUAGES.map(({ url }) => `${ORIGIN}/${url}`);
  const precache = precacheOf(WITH_LANGUAGES);
  memory.isBroken = true;
  expect(await (await precache.match(russian)).text()).toBe('/assets/language-ru-1.js');
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException('late', 'TimeoutError')), ms);
    return over.signal;
  });
  hangs = true;
  const answer = expect(precache.match(russian)).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(60_000);
  await answer;
});

test('another language is stored when it is used, and deleted by a release without it', async () => {
  const precache = precacheOf(WITH_LANGUAGES);
  await precache.install();
  await precache.match(`${ORIGIN}/assets/language-de-1.js`);
  await precache.activate();
  asked = [];
  expect(await (await precache.match(`${ORIGIN}/assets/language-de-1.js`)).text()).toBe('/assets/language-de-1.js');
  expect(asked).toEqual([]);
  const newer = precacheOf(RELEASE_B);
  await newer.install();
  await newer.activate();
  expect(shell().filter((path) => path.includes('language'))).toEqual([]);
});
