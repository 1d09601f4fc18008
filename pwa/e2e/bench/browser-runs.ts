import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import type { HttpProxy } from '#api/testing/network/http-proxy.ts';
import { CHROMIUM_ARGUMENTS, getChromium } from '../support/browser/find-chromium.ts';
import type { BenchProxy } from './bench-proxy.ts';
import type { BenchPage, Opened, Opening } from './page/bench-page.ts';

/** A visitor stays this long, in which the engine prepares the next start. */
export const REST_MS = 2_500;
/** Time between two letters that are typed. */
const KEYSTROKE_MS = 150;

declare global {
  var bench: BenchPage;
}

/** The category whose first 25 by price a cold start must show, and the search texts. */
export interface Scenario {
  readonly category: BrowseState;
  readonly searches: readonly string[];
  /** Changes 100 products and deletes 10 on the server; returns the cursor before that. */
  readonly change: () => Promise<{ epoch: string; since: number }>;
}

/** Figures of one run of a candidate; a member is missing where it does not apply. */
export interface RunFigures {
  readonly cardsMs?: number;
  readonly syncMs: number;
  readonly syncRequests: number;
  readonly syncBytes: number;
  readonly longestTaskMs: number;
  readonly storageBytes?: number;
  readonly diffMs?: number;
  readonly diffRequests?: number;
  readonly diffBytes?: number;
  readonly idleBytes?: number;
  readonly coldMs?: number;
  readonly firstSearchMs?: number;
  readonly laterSearchMs?: number;
}

export async function withContext<T>(profile: string, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    headless: true,
    args: CHROMIUM_ARGUMENTS,
    executablePath: getChromium(),
  });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Runs `work` in a page of a new browser process with this profile. */
export const withPage = <T>(profile: string, work: (page: Page) => Promise<T>): Promise<T> =>
  withContext(profile, async (context) => work(await context.newPage()));

/** Runs `work` in a page of the benchmark with this profile and closes the browser process. */
function withBrowser<T>(
  profile: string,
  proxy: BenchProxy,
  path: string,
  isReady: () => boolean,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  return withPage(profile, async (page) => {
    await page.goto(proxy.url + path);
    await page.waitForFunction(isReady);
    await page.waitForTimeout(300);
    return work(page);
  });
}

/**
 * Opens the benchmark's page in a new browser process with this profile, and runs `work` with what the page measured from navigation. The
 * traffic is counted from there, too.
 */
export function withOpening<Name extends Opening['name'], T>(
  profile: string,
  proxy: BenchProxy,
  opening: Extract<Opening, { name: Name }>,
  work: (page: Page, measured: Opened<Name>) => Promise<T>,
): Promise<T> {
  return withContext(profile, async (context) => {
    const page = await context.newPage();
    proxy.takeTraffic();
    await page.goto(`${proxy.url}/#${encodeURIComponent(JSON.stringify(opening))}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return work(page, (await page.evaluate(() => bench.opened)) as Opened<Name>);
  });
}

export async function withProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-bench-'));
  try {
    return await work(profile);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

/** Returns whether the benchmark's own page has started. */
export const isBenchReady = (): boolean => 'bench' in globalThis;

/** Runs `work` in a page of the benchmark in a new browser. */
export const withNewBrowser = <T>(
  proxy: BenchProxy,
  path: string,
  isReady: () => boolean,
  work: (page: Page) => Promise<T>,
): Promise<T> => withProfile((profile) => withBrowser(profile, proxy, path, isReady, work));

/** Searches for one text after the other, as fast as they are typed; returns the times in ms. */
export async function runSearches(
  page: Page,
  { searches }: Pick<Scenario, 'searches'>,
  search: (text: string) => Promise<{ ms: number }>,
): Promise<number[]> {
  const times: number[] = [];
  for (const text of searches) {
    times.push((await search(text)).ms);
    await page.waitForTimeout(KEYSTROKE_MS);
  }
  return times;
}

/** Measures the engine: first sync, a diff, a pull without changes; then a cold start and searches in a new browser process. */
export function runHexlime(proxy: BenchProxy, scenario: Scenario): Promise<RunFigures> {
  return withProfile(async (profile) => {
    const first = await withOpening(
      profile,
      proxy,
      { name: 'firstSync', args: [scenario.category, 'all'] },
      async (page, sync) => {
        const traffic = proxy.takeTraffic();
        const longestTaskMs = await page.evaluate(() => bench.longestTaskMs());
        const storageBytes = await page.evaluate(() => bench.storageBytes());
        // The engine also pulls the other shops once; they are empty here.
        await page.waitForTimeout(500);
        await scenario.change();
        proxy.takeTraffic();
        const diffMs = await page.evaluate(() => bench.diff());
        await page.waitForTimeout(REST_MS);
        const diff = proxy.takeTraffic();
        return { sync, traffic, longestTaskMs, storageBytes, diffMs, diff };
      },
    );
    const second = await withOpening(
      profile,
      proxy,
      { name: 'coldOpen', args: [scenario.category] },
      async (page, cold) => {
        const search = (text: string) => page.evaluate((needle) => bench.search(needle), text);
        return { cold, searches: await runSearches(page, scenario, search) };
      },
    );
    assertPrices(second.cold.prices);
    const [firstSearchMs = Number.NaN, ...later] = second.searches;
    return {
      cardsMs: first.sync.cardsMs,
      syncMs: first.sync.totalMs,
      syncRequests: first.traffic.requests,
      syncBytes: first.traffic.bytes,
      longestTaskMs: first.longestTaskMs,
      storageBytes: first.storageBytes,
      diffMs: first.diffMs,
      diffRequests: first.diff.requests,
      diffBytes: first.diff.bytes,
      coldMs: second.cold.ms,
      firstSearchMs,
      laterSearchMs: later.reduce((sum, ms) => sum + ms, 0) / later.length,
    };
  });
}

/** Measures a row-by-row store with the same data, diff and queries. */
export function runRows(proxy: BenchProxy, scenario: Scenario): Promise<RunFigures> {
  return withProfile(async (profile) => {
    const first = await withOpening(profile, proxy, { name: 'syncRows', args: [] }, async (page, syncMs) => {
      const traffic = proxy.takeTraffic();
      const longestTaskMs = await page.evaluate(() => bench.longestTaskMs());
      const storageBytes = await page.evaluate(() => bench.storageBytes());
      const cursor = await scenario.change();
      proxy.takeTraffic();
      const diffMs = await page.evaluate(({ epoch, since }) => bench.diffRows(epoch, since), cursor);
      return { syncMs, traffic, longestTaskMs, storageBytes, diffMs, diff: proxy.takeTraffic() };
    });
    const category = scenario.category.category ?? '';
    const second = await withOpening(profile, proxy, { name: 'coldOpenRows', args: [category] }, async (page, cold) => {
      const search = (text: string) => page.evaluate((needle) => bench.searchRows(needle), text);
      return { cold, searches: await runSearches(page, scenario, search) };
    });
    assertPrices(second.cold.prices);
    const [firstSearchMs = Number.NaN, ...later] = second.searches;
    return {
      syncMs: first.syncMs,
      syncRequests: first.traffic.requests,
      syncBytes: first.traffic.bytes,
      longestTaskMs: first.longestTaskMs,
      storageBytes: first.storageBytes,
      diffMs: first.diffMs,
      diffRequests: first.diff.requests,
      diffBytes: first.diff.bytes,
      coldMs: second.cold.ms,
      firstSearchMs,
      laterSearchMs: later.reduce((sum, ms) => sum + ms, 0) / later.length,
    };
  });
}

/** Measures the physical limit: the same bytes in one response and one put. */
export function runLimit(proxy: BenchProxy): Promise<RunFigures> {
  return withProfile((profile) =>
    withOpening(profile, proxy, { name: 'storeOneRecord', args: [] }, async (page, syncMs) => {
      const traffic = proxy.takeTraffic();
      const longestTaskMs = await page.evaluate(() => bench.longestTaskMs());
      const storageBytes = await page.evaluate(() => bench.storageBytes());
      return { syncMs, syncRequests: traffic.requests, syncBytes: traffic.bytes, longestTaskMs, storageBytes };
    }),
  );
}

/** Measures searches, sorts and category changes inside the engine over the server's blocks. */
export function runQueries(
  proxy: BenchProxy,
  scenario: Scenario,
): Promise<{ searchMs: number[]; queryMs: number[]; memoryBytes: number }> {
  const states: BrowseState[] = [
    scenario.category,
    { ...scenario.category, sort: 'priceDesc' },
    { ...scenario.category, category: null, sort: 'rating' },
    { ...EMPTY_BROWSE_STATE, sort: 'views' },
    { ...EMPTY_BROWSE_STATE, page: 100 },
  ];
  return withProfile((profile) =>
    withBrowser(profile, proxy, '/', isBenchReady, (page) =>
      page.evaluate(({ searches, states: asked }) => bench.measureQueries(searches, asked), {
        searches: scenario.searches,
        states,
      }),
    ),
  );
}

/** A fast wrong result must not count. */
export function assertPrices(prices: readonly number[]): void {
  const isSorted = prices.every((price, place) => place === 0 || price >= (prices[place - 1] ?? 0));
  if (prices.length !== 25 || !isSorted) throw new Error(`The first 25 by price are not: ${prices.join(' ')}`);
}

/** Connections of shoppers; `fast` is the machine's connection to itself. */
export const LINES = {
  fast: undefined,
  poor: { latencyMs: 150, bytesPerSecond: 200_000 },
  'very poor': { latencyMs: 400, bytesPerSecond: 50_000, lateShare: 0.02 },
} as const satisfies Record<string, Partial<HttpProxy> | undefined>;

/** Runs `work` with the address of a server behind a line. */
export async function behindLine<T>(
  serverUrl: string,
  line: keyof typeof LINES,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const settings = LINES[line];
  if (!settings) return work(serverUrl);
  const proxy = Object.assign(await startHttpProxy(serverUrl), settings);
  try {
    return await work(proxy.url);
  } finally {
    await proxy.stop();
  }
}

/** Measures a first visit to a category, from navigation to the first 25 cards. */
export const runFirstVisit = (address: string): Promise<number> =>
  withProfile((profile) =>
    withContext(profile, async (context) => {
      const page = await context.newPage();
      const startMs = performance.now();
      await page.goto(address, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.querySelectorAll('main article').length === 25, undefined, {
        polling: 'raf',
      });
      return performance.now() - startMs;
    }),
  );
