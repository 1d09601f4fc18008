import { noticeMessages } from '#pwa/messages/en/notices.ts';
import type { SyncStatus } from '#sync/worker/engine-api.ts';

/** Something that the visitor should know. `key` is the same as long as the reason is. */
export interface Notice {
  readonly key: string;
  readonly text: string;
  readonly action?: 'try-again' | 'reload' | 'update';
  /** Stays until its reason is gone. */
  readonly isLasting?: boolean;
}

/** What is to be told now, most urgent first. Without network there is nothing to try and no reload to offer. */
export function selectNotices(now: {
  readonly status: SyncStatus | undefined;
  readonly isOnline: boolean;
  readonly hasWorkerFailed: boolean;
  readonly isUpdateReady: boolean;
}): Notice[] {
  const { status, isOnline, hasWorkerFailed, isUpdateReady } = now;
  const notices: Notice[] = [];
  if (hasWorkerFailed) {
    notices.push({ key: 'worker', text: noticeMessages.workerFailed, action: 'reload', isLasting: true });
  }
  if (status?.problem && isOnline) {
    notices.push({
      key: `problem ${status.problem}`,
      text: [
        noticeMessages.problems[status.problem],
        ...(status.catalogue === 'ready' ? [noticeMessages.fromDevice] : []),
      ].join(' '),
      // What the storage was asked again for failed again: only a new page gets a new connection to it.
      action: status.problem === 'device-error' ? 'reload' : 'try-again',
    });
  }
  const storage = status ? noticeMessages.storage[status.storage] : null;
  if (status && storage !== null) {
    const isReloadable = status.storage === 'outdated' && isOnline;
    notices.push({ key: `storage ${status.storage}`, text: storage, ...(isReloadable && { action: 'reload' }) });
  }
  if (isUpdateReady && isOnline) notices.push({ key: 'update', text: noticeMessages.updateReady, action: 'update' });
  return notices;
}
