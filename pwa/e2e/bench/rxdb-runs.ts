import type { Page } from '@playwright/test';
import type { BenchProxy } from './bench-proxy.ts';
import type { RunFigures, Scenario } from './browser-runs.ts';
import { assertPrices, withNewBrowser, withPage, withProfile, runSearches } from './browser-runs.ts';
import type { WriteTimes } from './page/measure-outbox.ts';

/** Page of RxDB, which is plain JavaScript. */
interface RxdbPage {
  readonly opened: Promise<unknown>;
  diff(epoch: string, since: number): Promise<number>;
  search(text: string): Promise<{ ms: number; total: number }>;
  writeSingly(writes: number): Promise<WriteTimes>;
  longestTaskMs(): number;
  storageBytes(): Promise<number>;
}

declare global {
  var rxdbBench: RxdbPage;
}

async function withOpening<Measured, T>(
  profile: string,
  proxy: BenchProxy,
  opening: { readonly name: string; readonly args: readonly unknown[] },
  work: (page: Page, measured: Measured) => Promise<T>,
): Promise<T> {
  return withPage(profile, async (page) => {
    proxy.takeTraffic();
    await page.goto(`${proxy.url}/rxdb/#${encodeURIComponent(JSON.stringify(opening))}`);
    await page.waitForFunction(() => 'rxdbBench' in globalThis);
    return work(page, (await page.evaluate(() => rxdbBench.opened)) as Measured);
  });
}

/** Measures RxDB with the same data, diff and queries. */
export function runRxdb(proxy: BenchProxy, scenario: Scenario): Promise<RunFigures> {
  return withProfile(async (profile) => {
    const first = await withOpening<number, Omit<RunFigures, 'syncMs'> & { syncMs: number }>(
      profile,
      proxy,
      { name: 'sync', args: [] },
      async (page, syncMs) => {
        const { requests: syncRequests, bytes: syncBytes } = proxy.takeTraffic();
        const longestTaskMs = await page.evaluate(() => rxdbBench.longestTaskMs());
        const storageBytes = await page.evaluate(() => rxdbBench.storageBytes());
        const cursor = await scenario.change();
        proxy.takeTraffic();
        const diffMs = await page.evaluate(({ epoch, since }) => rxdbBench.diff(epoch, since), cursor);
        const { requests: diffRequests, bytes: diffBytes } = proxy.takeTraffic();
        return { syncMs, syncRequests, syncBytes, longestTaskMs, storageBytes, diffMs, diffRequests, diffBytes };
      },
    );
    const opening = { name: 'coldOpen', args: [scenario.category.category ?? ''] };
    const second = await withOpening<{ ms: number; prices: number[] }, { coldMs: number; searches: number[] }>(
      profile,
      proxy,
      opening,
      async (page, cold) => {
        assertPrices(cold.prices);
        const search = (text: string) => page.evaluate((needle) => rxdbBench.search(needle), text);
        return { coldMs: cold.ms, searches: await runSearches(page, scenario, search) };
      },
    );
    const [firstSearchMs = Number.NaN, ...later] = second.searches;
    const laterSearchMs = later.reduce((sum, ms) => sum + ms, 0) / later.length;
    return { ...first, coldMs: second.coldMs, firstSearchMs, laterSearchMs };
  });
}

/** Measures single writes of RxDB. */
export const writeSinglyRxdb = (proxy: BenchProxy, writes: number): Promise<WriteTimes> =>
  withNewBrowser(
    proxy,
    '/rxdb/',
    () => 'rxdbBench' in globalThis,
    (page) => page.evaluate((count) => rxdbBench.writeSingly(count), writes),
  );
