/** Why rows of the user are not shown: the device is being asked, it has no room for them, the server is being asked, or it cannot be. */
export type MissingRowsReason = 'reading' | 'full' | 'loading' | 'offline';

/** @param now.hasAnswered whether the device has been asked for the rows, and does not have them */
export function explainMissingRows(now: {
  readonly hasAnswered: boolean;
  readonly isFull: boolean;
  readonly isOnline: boolean;
}): MissingRowsReason {
  if (!now.hasAnswered) return 'reading';
  if (now.isFull) return 'full';
  return now.isOnline ? 'loading' : 'offline';
}
