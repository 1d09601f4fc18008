import { useObservable } from '../use-observable.ts';
import { availableUpdate } from './service-worker-state.ts';

/** Whether a newer version is ready, and how to switch to it: this tab reloads, the others are offered a reload. */
export function useUpdate(): { readonly isReady: boolean; readonly apply: () => void } {
  const ready = useObservable(availableUpdate);
  return { isReady: ready.length > 0, apply };
}

/** Looks for a newer version at once, because the server has named one. Without network, the next check finds it. */
export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
}

function apply(): void {
  const ready = availableUpdate.get();
  if (ready === 'active') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  for (const activate of ready) activate();
}
