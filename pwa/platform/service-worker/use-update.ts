import { useObservable } from '../use-observable.ts';
import { availableUpdate } from './service-worker-state.ts';
import type { Update } from './service-worker-state.ts';

/** Whether a newer version is ready, and how to switch to it: this tab reloads, the others are offered a reload. */
export function useUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const ready = useObservable(availableUpdate);
  return { isReady: ready !== undefined, apply: () => ready && applyUpdate(ready) };
}

function applyUpdate(ready: Update): void {
  if (ready === 'active') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  ready.activate();
}
