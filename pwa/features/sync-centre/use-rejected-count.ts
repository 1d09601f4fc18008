import { useUserData } from '#pwa/platform/storage/use-user-data.ts';

/**
 * Returns the number of the user's rejected operations, live. With `showsOrders` the orders are on the screen, where each shows its own
 * rejected deletion; those are not counted.
 */
export const useRejectedCount = (showsOrders: boolean): number =>
  useUserData(
    async (data) =>
      (await data.outbox()).filter(
        ({ mutation, rejection }) => rejection !== null && !(showsOrders && mutation.name === 'deleteOrder'),
      ).length,
    [showsOrders],
  ) ?? 0;
