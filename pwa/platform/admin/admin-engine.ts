import type { AdminApi, AdminEvent } from '#sync/admin/admin-api.ts';
import { asAdminListener, connectAdminEngine } from '#sync/admin/admin-client.ts';
import workerUrl from '#sync/admin/admin-worker.ts?worker&url';
import { withFallbackReply } from './with-fallback-reply.ts';
import { terminateOnPageHide } from '../engine/terminate-on-page-hide.ts';
import { trustedScriptUrl } from '../browser/trusted-types.ts';

/** The administrator's engine as the page has it. */
export interface AdminConnection {
  /** Answers `device-error` to everything where the worker cannot be started. */
  readonly api: AdminApi;
  /** Calls back for every event until what it gives is called. */
  onEvent(listener: (event: AdminEvent) => void): () => void;
}

/** Starts the administrator's worker and keeps it told of what only the page can see: visibility and network. */
export function startAdminEngine(): AdminConnection {
  const listeners = new Set<(event: AdminEvent) => void>();
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'hexlime-admin' });
  terminateOnPageHide(worker);
  const connected = connectAdminEngine(worker);
  const subscribed = connected.subscribe(
    asAdminListener((event) => {
      for (const listener of listeners) listener(event);
    }),
  );
  const api = withFallbackReply(connected, waitForStartFailure(worker, subscribed), {
    ok: false,
    problem: 'device-error',
  });
  watchPage(api);
  return {
    api,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Settles when a worker cannot be started; an error after its first answer is a bug of one call. */
function waitForStartFailure(worker: Worker, firstAnswer: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = (): void => resolve();
  worker.addEventListener('error', fail);
  void firstAnswer.then(() => worker.removeEventListener('error', fail), fail);
  return promise;
}

function watchPage(api: AdminApi): void {
  const sendVisibility = (): void => void api.setVisible(document.visibilityState === 'visible');
  sendVisibility();
  document.addEventListener('visibilitychange', sendVisibility);
  addEventListener('online', () => void api.sync());
}
