import { useCallback, useEffect, useState } from 'react';
import { isStaffSub } from '#contract/account/staff.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { useLogOut } from '#pwa/features/account/use-log-out.ts';
import { useAccess, useMay } from '#pwa/platform/admin/admin-access.ts';
import { useAdminToken } from '#pwa/platform/admin/admin-session.ts';
import { useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { createObservable } from '#pwa/platform/observable.ts';
import { storeSession, useUser } from '#pwa/platform/session/session.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/** Why a session to answer chats was not opened. */
type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** The failure of the last attempt. */
export const chatSessionFailure = createObservable<Failure | null>(null);

/** Returns a function that replaces the browser's shop login by a session in which the administrator answers chats. */
export function useOpenChatSession(): () => Promise<void> {
  const { account } = useSync();
  const token = useAdminToken();
  return useCallback(async () => {
    if (token === null) return;
    const result = await account.answerChats(token).catch(() => DEVICE_ERROR);
    chatSessionFailure.set(result.ok ? null : result);
    if (result.ok) storeSession(result.value);
  }, [account, token]);
}

/**
 * Keeps a session open to answer chats while the administrator may answer them, unless a shopper is logged in to this browser. `leave` ends
 * the session, unless it has unsent operations, and opens no other.
 */
export function useChatSession(): { readonly leave: () => Promise<void> } {
  const user = useUser();
  const token = useAdminToken();
  const mayAnswer = useMay('chat');
  const isKnown = useAccess() !== null;
  const isServerLost = useIsServerLost();
  const open = useOpenChatSession();
  const { unsentCount, logOut } = useLogOut();
  const isOwn = user !== undefined && isStaffSub(user.sub);
  const hasEnded = useUserData(async (data) => (await data.state()).needsSignIn) ?? false;
  const isMissing = user === undefined || (isOwn && hasEnded);

  const [isLeaving, setLeaving] = useState(false);
  // Waits until the roles are known, so that no session is requested that they do not allow.
  const isWanted = token !== null && isKnown && mayAnswer && isMissing && !isServerLost && !isLeaving;
  useEffect(() => {
    if (isWanted) void open();
  }, [isWanted, open]);

  const [isRevoked, setRevoked] = useState(false);
  useAdminEvents(({ type }) => {
    if (type === 'access-revoked') setRevoked(true);
  });
  const isOver = isOwn && (isRevoked || (isKnown && !mayAnswer));
  useEffect(() => {
    if (isOver) void logOut();
  }, [isOver, logOut]);

  return {
    leave: async () => {
      setLeaving(true);
      if (isOwn && unsentCount === 0) await logOut();
    },
  };
}

const DEVICE_ERROR = { ok: false, problem: 'device-error' } as const;
