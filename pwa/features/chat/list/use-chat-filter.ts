import { useCallback, useMemo } from 'react';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { formatChatFilter, parseChatFilter } from './chat-filter.ts';
import type { ChatFilter } from './chat-filter.ts';

/** Returns the filter in the URL of the chats page, and a function that replaces it. */
export function useChatFilter(): readonly [ChatFilter, (next: ChatFilter) => void] {
  const search = useSearch();
  const filter = useMemo(() => parseChatFilter(search), [search]);
  const setFilter = useCallback(
    (next: ChatFilter): void =>
      navigate(location.pathname + formatChatFilter(next, location.search), { replace: true, state: readEntryState() }),
    [],
  );
  return [filter, setFilter];
}
