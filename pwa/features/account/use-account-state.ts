import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { AccountSyncState } from '#sync/account/account-api.ts';

/** How the user's data stands with the server, with the number of changes that it has not decided; live. */
export const useAccountState = (): (AccountSyncState & { readonly waitingCount: number }) | undefined =>
  useUserData(async (data) => {
    const [state, operations] = await Promise.all([data.state(), data.outbox()]);
    return { ...state, waitingCount: operations.filter(({ refusal }) => refusal === null).length };
  });
