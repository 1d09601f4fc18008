import type { AccountSyncState } from '#sync/account/account-api.ts';

/** Why a chat cannot be shown: it is looked for, it is not on this device, or there is none for this user. */
export type MissingChatReason = 'looking' | 'not-here' | 'unknown';

/** What is known while a chat is not on the device. */
export interface ChatLookup {
  readonly isOnline: boolean;
  /** Device time in ms at which the server was asked for news; undefined until then. */
  readonly askedAtMs: number | undefined;
  readonly state: AccountSyncState;
}

/** Says of a chat that is not on the device why: only news that came after it was asked for can say that there is none. */
export function explainMissingChat({ isOnline, askedAtMs, state }: ChatLookup): MissingChatReason {
  if (!isOnline) return 'not-here';
  if (askedAtMs === undefined) return 'looking';
  if (state.problem !== null || state.needsSignIn) return 'not-here';
  return (state.lastSyncedAtMs ?? 0) >= askedAtMs ? 'unknown' : 'looking';
}
