import type { AccountSyncState } from '#sync/api/account-api.ts';

/** Why a chat cannot be shown: it is being requested, it is not on this device, or this user has no such chat. */
export type MissingChatReason = 'looking' | 'not-here' | 'unknown';

/** The state of the request for a chat that is not on the device. */
export interface ChatLookup {
  readonly isOnline: boolean;
  /** When the sync for this chat was requested, in ms of device time; undefined before that sync has ended. */
  readonly requestedAtMs: number | undefined;
  readonly state: AccountSyncState;
}

/** Returns why a chat is not on the device. Only a sync after the request proves that the chat does not exist. */
export function explainMissingChat({ isOnline, requestedAtMs, state }: ChatLookup): MissingChatReason {
  if (!isOnline) return 'not-here';
  if (requestedAtMs === undefined) return 'looking';
  if (state.problem !== null || state.needsSignIn) return 'not-here';
  return (state.lastSyncedAtMs ?? 0) >= requestedAtMs ? 'unknown' : 'looking';
}
