import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const OWN = { localName: 'script', src: 'https://shop.test/assets/index-1.js' };

interface World {
  /** The shop's answer about the kill switch; an error if the network is gone or something else answers. */
  readonly answer: { readonly kill: boolean } | Error;
  /** The status of the page's first script; 200 if missing. */
  readonly script?: number;
  /** The release for which this tab was reloaded before. */
  readonly recovered?: string;
}

/** Runs the script in a page, dispatches an event, and returns what the script did. */
async function run({ answer, recovered, script: status = 200 }: World, type: string, event: object): Promise<string[]> {
  const steps: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const script = await readFile(new URL('first-paint.js', import.meta.url), 'utf8');
  const unregister = async (): Promise<void> => void steps.push('unregister');
  runInNewContext(script, {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    document: { querySelector: () => OWN },
    location: { origin: 'https://shop.test', reload: () => steps.push('reload') },
    sessionStorage: { getItem: () => recovered ?? null, setItem: (_: string, release: string) => steps.push(release) },
    fetch: async (path: string, { cache, method = 'GET' }: { cache: string; method?: string }) => {
      steps.push(`${method} ${path} ${cache}`);
      if (method === 'HEAD') return { status };
      if (answer instanceof Error) throw answer;
      return { json: async () => answer };
    },
    caches: {
      keys: async () => ['shell', 'admin-shell', 'images', 'first-screens'],
      delete: async (name: string) => void steps.push(`delete ${name}`),
    },
    navigator: { serviceWorker: { getRegistrations: async () => [{ unregister }, { unregister }] } },
    // No indexedDB is in scope: a script that touched it would fail.
  });
  listeners.get(type)?.(event);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return steps;
}

const ASKED = 'GET /sw-kill.json no-store';
const LOOKED = `HEAD ${OWN.src} no-store`;

test('[fault 51] the kill switch deletes workers and caches when a broken worker blocks a script, and reloads', async () => {
  expect(await run({ answer: { kill: true } }, 'error', { target: OWN })).toEqual([
    ASKED,
    OWN.src,
    'delete shell',
    'delete admin-shell',
    'delete images',
    'delete first-screens',
    'unregister',
    'unregister',
    'reload',
  ]);
});

test('[fault 50] a lazy part gone with its release deletes only the cached shell', async () => {
  expect(await run({ answer: { kill: false }, script: 404 }, 'vite:preloadError', {})).toEqual([
    ASKED,
    LOOKED,
    OWN.src,
    'delete shell',
    'delete admin-shell',
    'reload',
  ]);
});

test.each([200, 503])('a lazy part missing after a lost connection causes no reload (%i)', async (script) => {
  expect(await run({ answer: { kill: false }, script }, 'vite:preloadError', {})).toEqual([ASKED, LOOKED]);
});

test('a page whose first script did not arrive deletes the cached shell and reloads', async () => {
  const steps = await run({ answer: { kill: false } }, 'error', { target: OWN });
  expect(steps).toEqual([ASKED, OWN.src, 'delete shell', 'delete admin-shell', 'reload']);
});

test.each([
  ['the network is gone, or something else answers', { answer: new Error('offline') }, OWN, [ASKED]],
  ['the tab was already reloaded for this release', { answer: { kill: true }, recovered: OWN.src }, OWN, []],
  ['an image fails', { answer: { kill: true } }, { localName: 'img', src: OWN.src }, []],
  ['a script of another site is blocked', { answer: { kill: true } }, { ...OWN, src: 'https://other.test/a.js' }, []],
  ['a script throws', { answer: { kill: true } }, {}, []],
])('nothing is deleted when %s', async (_, world, target, steps) => {
  expect(await run(world, 'error', { target })).toEqual(steps);
});
