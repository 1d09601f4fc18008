import { useCallback, useEffect, useState } from 'react';
import { FIRST_STEP_NAMES } from '#contract/http/first-steps.ts';
import type { FirstStep, FirstStepsReply, ShopProducts } from '#contract/http/first-steps.ts';
import { useAdminCalls, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import { onEvents } from '#pwa/platform/browser/on-events.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { createObservable } from '#pwa/platform/observable.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import type { AdminOperation } from '#sync/api/admin-api.ts';
import type { CallResult } from '#sync/api/calls.ts';

/** A step that this version knows. */
export interface ShownStep {
  readonly step: FirstStep;
  readonly isDone: boolean;
}

/** Changes after which there are more or fewer products. */
const COUNTING: ReadonlySet<AdminOperation['kind']> = new Set(['addProduct', 'deleteProduct', 'restoreProduct']);

/** The server's last answer, kept so that the next screen shows the list at once. */
const known = createObservable<FirstStepsReply | undefined>(undefined);

export interface FirstSteps {
  /** Undefined until the server has answered. */
  readonly steps: readonly ShownStep[] | undefined;
  readonly demoProducts: number;
}

/** Returns the server's first steps; asks again on focus, when the network is back, and after the changes in `COUNTING`. */
export function useFirstSteps(): FirstSteps & { readonly reload: () => Promise<void> } {
  const calls = useAdminCalls();
  const value = useObservable(known);
  const reload = useCallback(async (): Promise<void> => {
    // A failed worker has its own notice on the page.
    const result = await calls.getFirstSteps({}).catch(() => undefined);
    if (result?.ok) known.set(result.value);
  }, [calls]);
  useEffect(() => {
    const start = (): void => void reload();
    start();
    return onEvents(globalThis, ['online', 'focus'], start);
  }, [reload]);
  useAdminEvents((event) => {
    if (event.type === 'decided' && event.outcome === 'applied' && COUNTING.has(event.operation.kind)) void reload();
  });
  return { steps: value?.steps.filter(isKnown), demoProducts: value?.demoProducts ?? 0, reload };
}

const isKnown = (entry: FirstStepsReply['steps'][number]): entry is ShownStep =>
  FIRST_STEP_NAMES.some((name) => name === entry.step);

type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** The removal of the demo's products, and its undo. */
export interface DemoRemoval {
  readonly isBusy: boolean;
  /** Whether a removal has begun but not succeeded. If only its answer was lost, another attempt returns what was removed. */
  readonly isUnfinished: boolean;
  readonly failure: Failure | undefined;
  /** How many products were removed just now and can be brought back. */
  readonly removed: number | undefined;
  readonly remove: () => void;
  readonly undo: () => void;
  /** Called when the time for an undo is over. */
  readonly forget: () => void;
}

/**
 * Removes the demo's products with one call, and brings them back with another. The removal keeps its idempotency key until it succeeds:
 * when it is sent again after a lost answer, the server returns what the first call removed.
 */
export function useDemoRemoval(reload: () => Promise<void>): DemoRemoval {
  const calls = useAdminCalls();
  const { engine } = useSync();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [unfinishedKey, setUnfinishedKey] = useState<string>();
  const [products, setProducts] = useState<readonly ShopProducts[]>();
  const forget = useCallback(() => setProducts(undefined), []);

  const run = async <T>(call: () => Promise<CallResult<T>>, onDone: (value: T) => void): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await call();
      if (result.ok) onDone(result.value);
      else setFailure(result);
      // Without a socket, the device would receive the changed products only at its next poll.
      await Promise.all([reload(), engine.refresh()]);
    } catch {
      // A failed worker has its own notice on the page.
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    isUnfinished: unfinishedKey !== undefined,
    failure,
    removed: products?.reduce((sum, { ids }) => sum + ids.length, 0),
    forget,
    remove() {
      const idempotencyKey = unfinishedKey ?? crypto.randomUUID();
      void run(
        () => {
          setUnfinishedKey(idempotencyKey);
          return calls.removeDemoProducts({}, { idempotencyKey });
        },
        ({ removed }) => {
          setUnfinishedKey(undefined);
          setProducts(removed);
        },
      );
    },
    undo() {
      const restored = products?.map(({ shop, ids }) => ({ shop, ids: [...ids] })) ?? [];
      void run(() => calls.restoreProducts({ body: { products: restored } }), forget);
    },
  };
}
