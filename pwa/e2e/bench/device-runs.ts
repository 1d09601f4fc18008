import type { CDPSession, Page } from '@playwright/test';
import type { BenchProxy } from './bench-proxy.ts';
import { REST_MS, runSearches, withContext, withOpening, withProfile } from './browser-runs.ts';
import type { Scenario } from './browser-runs.ts';

/** Time in which the engine prepares what later queries need. */
const WARM_MS = 5_000;

/** What a device needs for a catalogue of one size. */
export interface DeviceFigures {
  /** A first visit, from navigation until all is stored. */
  readonly syncMs: number;
  /** From navigation until the first 25 of a list are there from disk, in new browser processes. */
  readonly coldMs: readonly number[];
  readonly firstSearchMs: readonly number[];
  readonly laterSearchMs: readonly number[];
  /** Heap and buffers of the workers of all tabs, after the searches. */
  readonly memoryBytes: { readonly oneTab: number; readonly twoTabs: number };
}

/** Measures a first visit, then starts from its disk, searches and memory. */
export function runDevice(proxy: BenchProxy, scenario: Scenario, rounds: number): Promise<DeviceFigures> {
  return withProfile(async (profile) => {
    const sync = await withOpening(
      profile,
      proxy,
      { name: 'firstSync', args: [scenario.category, 'all'] },
      async (page, measured) => {
        await page.waitForTimeout(REST_MS);
        return measured;
      },
    );
    const coldMs: number[] = [];
    const firstSearchMs: number[] = [];
    const laterSearchMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await withOpening(profile, proxy, { name: 'coldOpen', args: [scenario.category] }, async (page, cold) => {
        coldMs.push(cold.ms);
        const search = (text: string) => page.evaluate((needle) => bench.search(needle), text);
        const [first = Number.NaN, ...later] = await runSearches(page, scenario, search);
        firstSearchMs.push(first);
        laterSearchMs.push(...later);
      });
    }
    const memoryBytes = await measureMemory(profile, proxy, scenario);
    return { syncMs: sync.totalMs, coldMs, firstSearchMs, laterSearchMs, memoryBytes };
  });
}

/** Measures a first visit, from navigation until the device answers the opened category. */
export const runFirstList = (proxy: BenchProxy, { category }: Pick<Scenario, 'category'>): Promise<number> =>
  withProfile((profile) =>
    withOpening(profile, proxy, { name: 'firstSync', args: [category, 'list'] }, async (_page, { cardsMs }) => cardsMs),
  );

/** Measures the memory of the workers of one tab and of two. */
function measureMemory(
  profile: string,
  proxy: BenchProxy,
  { category, searches }: Scenario,
): Promise<DeviceFigures['memoryBytes']> {
  return withContext(profile, async (context) => {
    const open = async (): Promise<WorkerHeap> => {
      const page = await context.newPage();
      const heap = await WorkerHeap.watch(page);
      const opening = { name: 'coldOpen', args: [category] };
      await page.goto(`${proxy.url}/#${encodeURIComponent(JSON.stringify(opening))}`);
      await page.waitForFunction(() => 'bench' in globalThis);
      await page.evaluate(() => bench.opened);
      for (const text of searches) await page.evaluate((needle) => bench.search(needle), text);
      await page.waitForTimeout(WARM_MS);
      return heap;
    };
    const first = await open();
    const oneTab = await first.bytes();
    const second = await open();
    const twoTabs = (await first.bytes()) + (await second.bytes());
    return { oneTab, twoTabs };
  });
}

/** The heap of a page's worker, over the DevTools protocol: only a page that is isolated could measure it itself. */
class WorkerHeap {
  readonly #session: CDPSession;
  readonly #answers = new Map<number, (result: Record<string, number>) => void>();
  #target: string | undefined;
  #calls = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async watch(page: Page): Promise<WorkerHeap> {
    const session = await page.context().newCDPSession(page);
    const heap = new WorkerHeap(session);
    session.on('Target.attachedToTarget', ({ sessionId }) => (heap.#target = sessionId));
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: Record<string, number> };
      if (id !== undefined) heap.#answers.get(id)?.(result ?? {});
    });
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return heap;
  }

  async bytes(): Promise<number> {
    await this.#call('HeapProfiler.collectGarbage');
    const { usedSize = Number.NaN, backingStorageSize = Number.NaN } = await this.#call('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  }

  async #call(method: string): Promise<Record<string, number>> {
    if (this.#target === undefined) throw new Error('the page has no worker');
    const id = ++this.#calls;
    const answer = new Promise<Record<string, number>>((resolve) => this.#answers.set(id, resolve));
    await this.#session.send('Target.sendMessageToTarget', {
      sessionId: this.#target,
      message: JSON.stringify({ id, method }),
    });
    return answer;
  }
}
