import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { EngineApi, EngineEvent, SyncStatus } from '#sync/api/engine-api.ts';
import { asListener, connectEngine } from '#pwa/platform/engine/sync.ts';
import workerUrl from '#sync/worker/sync-worker.ts?worker&url';
import type * as Rows from './dexie-rows.ts';
import type { measureOutbox, OutboxTimes } from './measure-outbox.ts';
import type { measureQueries } from './measure-queries.ts';
import type { storeOneRecord } from './store-one-record.ts';

const SHOP = 'pc';

let longestTaskMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
}).observe({ type: 'longtask', buffered: true });

let client: EngineApi;

function start(onStatus: (status: SyncStatus) => void, onChange: () => void): void {
  client = connectEngine(globalThis.startedWorker ?? new Worker(workerUrl, { type: 'module' }));
  void listen((event) => {
    if (event.type === 'status' && event.status.shop === SHOP) onStatus(event.status);
    else if (event.type === 'catalog-changed' && event.shop === SHOP) onChange();
  });
}

const listen = (listener: (event: EngineEvent) => void): Promise<void> => client.subscribe(asListener(listener));

/**
 * Measures a first sync from navigation until the device answers the opened list, and until every description is stored; with `until: 'list'`,
 * it does not wait for that.
 */
async function firstSync(state: BrowseState, until: 'list' | 'all'): Promise<{ cardsMs: number; totalMs: number }> {
  let cardsMs = 0;
  const done = Promise.withResolvers<void>();
  const tryList = async (): Promise<void> => {
    const { source, isPartial } = await client.catalog.browse(SHOP, state);
    if (source !== 'device' || isPartial || cardsMs > 0) return;
    cardsMs = performance.now();
    if (until === 'list') done.resolve();
  };
  start(
    (status) => {
      if (cardsMs === 0 && (status.catalogue === 'ready' || status.catalogue === 'partial')) void tryList();
      if (status.hasDetails && !status.isPulling) done.resolve();
    },
    () => undefined,
  );
  // The worker itself begins without descriptions, and the page tells it the visitor's choice.
  await Promise.all([
    client.chooseDetails('always'),
    // The server has drawn the list.
    client.catalog.show(SHOP, state, true),
    client.openShop(SHOP),
  ]);
  await done.promise;
  return { cardsMs, totalMs: performance.now() };
}

/** Measures from the pull until the changed rows are stored and can be queried. */
async function diff(): Promise<number> {
  const changed = Promise.withResolvers<void>();
  await listen((event) => {
    if (event.type === 'catalog-changed' && event.shop === SHOP) changed.resolve();
  });
  const startMs = performance.now();
  await client.refresh();
  await changed.promise;
  return performance.now() - startMs;
}

/** Measures from navigation until the first 25 of a category by price are in the page. */
async function coldOpen(state: BrowseState): Promise<{ ms: number; total: number; prices: number[] }> {
  start(
    () => undefined,
    () => undefined,
  );
  const page = await client.catalog.browse(SHOP, state);
  return {
    ms: performance.now(),
    total: page.total,
    prices: page.cards.map((card) => ('price_cents' in card ? card.price_cents : 0)),
  };
}

async function search(text: string): Promise<{ ms: number; total: number }> {
  const startMs = performance.now();
  const page = await client.catalog.browse(SHOP, { ...EMPTY_BROWSE_STATE, search: text });
  return { ms: performance.now() - startMs, total: page.total };
}

async function measureWrites(options: Parameters<typeof measureOutbox>[1]): Promise<OutboxTimes[]> {
  start(
    () => undefined,
    () => undefined,
  );
  return (await import('./measure-outbox.ts')).measureOutbox(client, options);
}

/** Returns a function of a module that is loaded on first use, so that no candidate pays for the code of another. */
function lazily<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Lazy<Module[Name]> {
  const call = async (...args: readonly unknown[]): Promise<unknown> =>
    ((await load())[name] as (...given: readonly unknown[]) => unknown)(...args);
  return call as Lazy<Module[Name]>;
}

type Lazy<F> = F extends (...args: infer Args) => Promise<infer T> ? (...args: Args) => Promise<T> : never;

const loadRows = (): Promise<typeof Rows> => import('./dexie-rows.ts');
const loadStoreOne = (): Promise<{ storeOneRecord: typeof storeOneRecord }> => import('./store-one-record.ts');
const loadQueries = (): Promise<{ measureQueries: typeof measureQueries }> => import('./measure-queries.ts');

/** Measurements that begin with the page: each returns times since navigation. */
const openings = {
  firstSync,
  coldOpen,
  syncRows: lazily(loadRows, 'syncRows'),
  coldOpenRows: lazily(loadRows, 'coldOpenRows'),
  storeOneRecord: lazily(loadStoreOne, 'storeOneRecord'),
};

/** A measurement with its arguments, as the fragment of the page's address. */
export type Opening = {
  [Name in keyof typeof openings]: {
    readonly name: Name;
    readonly args: Parameters<(typeof openings)[Name]>;
  };
}[keyof typeof openings];

export type Opened<Name extends Opening['name']> = Awaited<ReturnType<(typeof openings)[Name]>>;

/** Starts the measurement that the address names before anything else happens, just as an app asks for its first data. */
function startOpening(): Promise<Opened<Opening['name']>> | undefined {
  if (location.hash === '') return undefined;
  const { name, args } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Opening;
  const measure = openings[name] as (...input: readonly unknown[]) => Promise<Opened<Opening['name']>>;
  return measure(...args);
}

const bench = {
  opened: startOpening(),
  diff,
  search,
  diffRows: lazily(loadRows, 'diffRows'),
  searchRows: lazily(loadRows, 'searchRows'),
  writeRowsSingly: lazily(loadRows, 'writeRowsSingly'),
  measureQueries: lazily(loadQueries, 'measureQueries'),
  measureOutbox: measureWrites,
  longestTaskMs: () => longestTaskMs,
  storageBytes: async () => (await navigator.storage.estimate()).usage ?? 0,
};

export type BenchPage = typeof bench;

declare global {
  var startedWorker: Worker | undefined;
  var bench: BenchPage;
}
globalThis.bench = bench;
