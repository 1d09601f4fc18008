import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/**
 * How many of the user's operations the server refused and nobody has dealt with, live. `showsOrders`: the orders are on the screen, where
 * each says itself that it could not be deleted.
 */
export const useRejectedCount = (showsOrders: boolean): number =>
  useUserData(
    async (data) =>
      (await data.outbox()).filter(
        ({ mutation, refusal }) => refusal !== null && !(showsOrders && mutation.name === 'deleteOrder'),
      ).length,
    [showsOrders],
  ) ?? 0;
