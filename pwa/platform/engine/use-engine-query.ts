import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogApi } from '#sync/api/engine-api.ts';
import { onEvents } from '../browser/on-events.ts';
import { isEqual } from '../reuse-equal.ts';
import { useSync, useSyncFailure } from './use-sync.ts';

/**
 * Asks a catalogue for a value. A new function is a new query: wrap it in `useCallback`. `isShown`: whether the screen already shows a
 * value that was known before the first result; the query may then return undefined to leave that value on the screen.
 */
export type EngineQuery<T> = (catalog: CatalogApi, isShown: boolean) => Promise<T | undefined>;

export interface QueryOptions<T> {
  /** What is known before the first result. */
  readonly first?: T | undefined;
  /**
   * Delays the start of a query: `afterPaint` for a component that shows what it knows in the next frame, or `afterDelay`, so that of
   * several queries in quick succession only the last one runs. Returns a function that cancels the start. Another value of `when` starts the
   * query anew.
   */
  readonly when?: ((start: () => void) => () => void) | undefined;
  /** Replaces parts of a result by equal parts of the previous one. */
  readonly reuse?: ((next: T, previous: T | undefined) => T) | undefined;
  /** Whether `next` is an older state than `shown`, both results of the same query; an older result is not shown. */
  readonly isOlder?: ((next: T, shown: T) => boolean) | undefined;
}

/** The last result. It stays while the next query runs, and when that one fails. */
export interface QueryResult<T> {
  readonly data: T | undefined;
  /** Whether `data` is a result of the present query, not of the one before. */
  readonly isCurrent: boolean;
  /** Whether the present query failed and no earlier run of it succeeded, or the engine could not be started and there is no data. */
  readonly hasFailed: boolean;
  /** Syncs and queries again. */
  readonly tryAgain: () => void;
}

/** The newest result, and the query that it belongs to. */
export interface Shown<T> {
  readonly data?: T;
  readonly query?: EngineQuery<T>;
  readonly failed?: EngineQuery<T>;
}

/** Queries the engine, and again whenever the shop's catalogue changes or the network is back. */
export function useEngineQuery<T>(
  shop: ShopKey,
  query: EngineQuery<T>,
  { first, when, reuse, isOlder }: QueryOptions<T> = {},
): QueryResult<T> {
  const { engine, onCatalogChange } = useSync();
  const isLost = useSyncFailure();
  const live = useRef<ReturnType<typeof startLiveQuery>>(undefined);
  const [shown, setShown] = useState<Shown<T>>(first === undefined ? {} : { data: first, query });
  const known = useRef(first === undefined ? undefined : query);

  useEffect(() => {
    const start = (): void => {
      const run = (): Promise<T | undefined> => {
        const isShown = known.current === query;
        known.current = undefined;
        return query(engine.catalog, isShown);
      };
      live.current = startLiveQuery(run, {
        result: (data) => setShown((last) => showResult(last, query, data, { reuse, isOlder })),
        // An earlier result of the same query is still the best there is.
        failure: () => setShown((last) => (last.query === query ? last : { ...last, failed: query })),
      });
    };
    const refetch = (): void => live.current?.refetch();
    const cancel = when ? when(start) : start();
    const stopListening = onCatalogChange(shop, refetch);
    const stopWaiting = onEvents(globalThis, ['online'], refetch);
    return () => {
      cancel?.();
      live.current?.close();
      stopListening();
      stopWaiting();
    };
  }, [engine, onCatalogChange, shop, query, when, reuse, isOlder]);

  return {
    data: shown.data,
    isCurrent: shown.query === query,
    hasFailed: shown.failed === query || (isLost && shown.data === undefined),
    tryAgain: useCallback(() => {
      void engine.refresh();
      live.current?.refetch();
    }, [engine]),
  };
}

/** Returns the state to show after a result of a query. */
export function showResult<T>(
  last: Shown<T>,
  query: EngineQuery<T>,
  data: T | undefined,
  { reuse, isOlder }: Pick<QueryOptions<T>, 'reuse' | 'isOlder'>,
): Shown<T> {
  if (data === undefined) return last.query === query ? last : { query };
  if (last.query === query && last.data !== undefined && isOlder?.(data, last.data)) return last;
  const next = reuse?.(data, last.data) ?? data;
  return last.query === query && isEqual(next, last.data) ? last : { data: next, query };
}

/**
 * Runs a query now and on `refetch`, never twice at a time; any number of requests during a run lead to one more. Results come in order. A
 * failure is reported, and the next result replaces it.
 */
export function startLiveQuery<T>(
  query: () => Promise<T>,
  on: { result: (result: T) => void; failure: (error: unknown) => void },
) {
  let isClosed = false;
  let isRunning = false;
  let isStale = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    isStale = false;
    try {
      const result = await query();
      if (!isClosed) on.result(result);
    } catch (error) {
      if (!isClosed) on.failure(error);
    }
    isRunning = false;
    if (isStale && !isClosed) await run();
  };
  void run();

  return {
    refetch: () => {
      if (isRunning) isStale = true;
      else if (!isClosed) void run();
    },
    /** Drops every later result, that of the run in flight included. */
    close: () => {
      isClosed = true;
    },
  };
}
