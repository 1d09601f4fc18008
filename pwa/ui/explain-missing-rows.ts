import type { AccountSyncState } from '#sync/api/account-api.ts';

/**
 * Why rows of the user are not shown: the device is being asked; it has no room for them; the server is being asked; the session has ended;
 * the server fails; or it cannot be reached.
 */
export type MissingRowsReason = 'reading' | 'full' | 'loading' | 'signedOut' | 'failed' | 'offline';

/** Returns why rows are missing. @param now.hasAnswered whether the device has answered that it does not have the rows */
export function explainMissingRows(now: {
  readonly hasAnswered: boolean;
  readonly isFull: boolean;
  readonly isOnline: boolean;
  /** The outcome of the last exchange with the server; undefined until it is read. */
  readonly state?: Pick<AccountSyncState, 'problem' | 'needsSignIn'> | undefined;
}): MissingRowsReason {
  if (!now.hasAnswered) return 'reading';
  if (now.isFull) return 'full';
  if (!now.isOnline) return 'offline';
  if (now.state?.needsSignIn === true) return 'signedOut';
  return now.state?.problem ? 'failed' : 'loading';
}
