import { useEffect, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { MessageHit } from '#sync/account/account-api.ts';

/** Messages on this device that hold every word, the newest first, live; none for no words, undefined until they have been looked for. */
export function useChatSearch(words: string): readonly MessageHit[] | undefined {
  const wanted = useSettled(words.trim());
  // While other words are looked for, the hits of those before stand.
  return useUserData(async (data) => (wanted === '' ? [] : data.chats.search(wanted)), [wanted]);
}

/** A text once it has not changed for a moment: every letter would have all messages looked through. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), LIVE_SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
