import { useUserData } from '#pwa/platform/use-user-data.ts';

/** How many of the user's operations the server refused and nobody has dealt with, live. */
export const useRefusedCount = (): number =>
  useUserData(async (data) => (await data.outbox()).filter(({ refusal }) => refusal !== null).length) ?? 0;
