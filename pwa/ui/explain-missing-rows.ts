import type { AccountSyncState } from '#sync/api/account-api.ts';

/**
 * Why rows of the user are not shown: the device is being asked, it has no room for them, the server is being asked, it does not know the user
 * any more, it fails, or it cannot be asked.
 */
export type MissingRowsReason = 'reading' | 'full' | 'loading' | 'signedOut' | 'failed' | 'offline';

/** @param now.hasAnswered whether the device has been asked for the rows, and does not have them */
export function explainMissingRows(now: {
  readonly hasAnswered: boolean;
  readonly isFull: boolean;
  readonly isOnline: boolean;
  /** Of the last exchange with the server; undefined until it is read. */
  readonly state?: Pick<AccountSyncState, 'problem' | 'needsSignIn'> | undefined;
}): MissingRowsReason {
  if (!now.hasAnswered) return 'reading';
  if (now.isFull) return 'full';
  if (!now.isOnline) return 'offline';
  if (now.state?.needsSignIn === true) return 'signedOut';
  return now.state?.problem ? 'failed' : 'loading';
}
