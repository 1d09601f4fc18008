import { languageMessages } from '#pwa/messages/en/language.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import type { SyncStatus } from '#sync/api/engine-api.ts';
import type { SyncProblem } from '#sync/api/sync-problem.ts';

/** A message to the visitor. `key` identifies its reason. */
export interface Notice {
  readonly key: string;
  readonly text: string;
  readonly action?: 'try-again' | 'reload' | 'update';
  /** Cannot be dismissed. */
  readonly isLasting?: boolean;
}

/** Selects the present notices, most urgent first. Without network, only the notice of a failed worker offers anything: a reload. */
export function selectNotices(now: {
  readonly status: SyncStatus | undefined;
  readonly isOnline: boolean;
  readonly hasWorkerFailed: boolean;
  readonly isUpdateReady: boolean;
  /** The app's own files do not fit on the device. */
  readonly isAppTooLarge: boolean;
  readonly languageFailure: keyof typeof languageMessages | undefined;
  /** A part of the page is wanted and did not load. */
  readonly isPartMissing: boolean;
}): Notice[] {
  const { status, isOnline, hasWorkerFailed, isUpdateReady, isAppTooLarge } = now;
  const notices: Notice[] = [];
  if (hasWorkerFailed) {
    notices.push({ key: 'worker', text: noticeMessages.workerFailed, action: 'reload', isLasting: true });
  }
  if (now.isPartMissing)
    notices.push({ key: 'part', text: noticeMessages.partMissing, ...(isOnline && { action: 'reload' }) });
  // A newer version has closed this tab's databases: the notice of the outdated storage names this cause.
  const isExplained = status?.problem === 'device-error' && status.storage === 'outdated';
  if (status?.problem && isOnline && !isExplained) {
    notices.push({
      key: `problem ${status.problem}`,
      text: [
        noticeMessages.problems[status.problem],
        ...(status.catalogue === 'ready' ? [noticeMessages.fromDevice] : []),
      ].join(' '),
      action: selectAction(status.problem, isUpdateReady),
    });
  }
  if (status?.catalogue === 'partial' && (status.problem !== null || !isOnline))
    notices.push({ key: 'partial', text: noticeMessages.partial });
  if (status?.storage === 'full' || isAppTooLarge)
    notices.push({ key: 'storage full', text: describeFullStorage(status, isAppTooLarge) });
  if (status?.storage === 'memory') notices.push({ key: 'storage memory', text: noticeMessages.memoryOnly });
  if (status?.storage === 'outdated')
    notices.push({ key: 'storage outdated', text: noticeMessages.outdated, ...(isOnline && { action: 'reload' }) });
  if (now.languageFailure) notices.push({ key: 'language', text: languageMessages[now.languageFailure] });
  if (isUpdateReady && isOnline && !notices.some(({ action }) => action === 'update'))
    notices.push({ key: 'update', text: noticeMessages.updateReady, action: 'update' });
  return notices;
}

/** Returns the text about what is not stored on a full device. */
function describeFullStorage(status: SyncStatus | undefined, isAppTooLarge: boolean): string {
  const { app, appAndProducts, products, details } = noticeMessages.full;
  const isKept = status?.storage !== 'full' || status.isKept;
  if (isAppTooLarge) return isKept ? app : appAndProducts;
  return isKept ? details : products;
}

function selectAction(problem: SyncProblem, isUpdateReady: boolean): NonNullable<Notice['action']> {
  if (problem === 'newer-server') return isUpdateReady ? 'update' : 'reload';
  // The storage has failed on retry, too: only a new page gets a new connection to it.
  return problem === 'device-error' ? 'reload' : 'try-again';
}
