import type { AdminApi, AdminEvent } from '#sync/api/admin-api.ts';
import { asAdminListener, connectAdminEngine } from '#sync/admin/admin-client.ts';
import workerUrl from '#sync/admin/admin-worker.ts?worker&url';
import { trustedScriptUrl } from '../browser/trusted-types.ts';
import { watchPage } from '../browser/watch-page.ts';
import { terminateOnPageHide } from '../engine/terminate-on-page-hide.ts';
import { waitForStartFailure } from '../engine/wait-for-start-failure.ts';
import { createEmitter } from '../observable.ts';
import { withFallbackReply } from './with-fallback-reply.ts';

const DEVICE_ERROR = { ok: false, problem: 'device-error' } as const;

/** The page's connection to the administrator's engine. Every call returns `device-error` when the worker cannot be started. */
export type AdminConnection = ReturnType<typeof startAdminEngine>;

/** Starts the administrator's worker and reports to it what only the page can see: visibility and network. */
export function startAdminEngine() {
  const events = createEmitter<AdminEvent>();
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'hexlime-admin' });
  terminateOnPageHide(worker);
  const connected = connectAdminEngine(worker);
  const subscribed = connected.subscribe(asAdminListener(events.emit));
  const failure = waitForStartFailure(worker, subscribed);
  const api: AdminApi = withFallbackReply(connected, failure, DEVICE_ERROR);
  const calls = withFallbackReply(connected.calls, failure, DEVICE_ERROR);
  watchPage({
    onVisibility: (isVisible) => void api.setVisible(isVisible),
    onOnline: () => void api.sync(),
  });
  return { api, calls, onEvent: events.subscribe };
}
