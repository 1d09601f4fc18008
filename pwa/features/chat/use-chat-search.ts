import { useUserData } from '#pwa/platform/use-user-data.ts';
import type { MessageHit } from '#sync/account/account-api.ts';

/** Messages on this device that hold every word, the newest first, live; none for no words, undefined until they have been looked for. */
export function useChatSearch(words: string): readonly MessageHit[] | undefined {
  const wanted = words.trim();
  const found = useUserData(
    async (data) => ({ wanted, hits: wanted === '' ? [] : await data.chats.search(wanted) }),
    [wanted],
  );
  // While other words are looked for, the hits of those before stand.
  return found?.hits;
}
