import { useEffect, useRef, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { cleanSearch } from './browse-state.ts';

/** What stands in the search field, and what is done with it. */
export interface LiveSearch {
  readonly text: string;
  /** Searches for it after a short pause. */
  readonly type: (text: string) => void;
  /** Searches at once. */
  readonly submit: () => void;
  /** Empties the field without searching. */
  readonly reset: () => void;
  /** Empties the field and searches for nothing, at once. */
  readonly clear: () => void;
}

/** The search field: `search` is what the list is searched for, `onSearch` changes it, live while somebody types. */
export function useLiveSearch(search: string, onSearch: (search: string, isLive: boolean) => void): LiveSearch {
  const [draft, setDraft] = useState({ text: search, of: search, sent: search });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (draft.of !== search) {
    // 'Back' and a shared link change the search from outside: what was typed for another one goes. What was sent from here comes back
    // without the spaces around it, while more may have been typed.
    const isOwn = search === draft.sent;
    setDraft({ text: isOwn ? draft.text : search, of: search, sent: search });
  }

  const apply = (text: string, isLive: boolean): void => {
    clearTimeout(timer.current);
    const sent = cleanSearch(text);
    setDraft((last) => ({ ...last, sent }));
    onSearch(sent, isLive);
  };
  const type = (text: string): void => {
    setDraft((last) => ({ ...last, text }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text, true), LIVE_SEARCH_DELAY_MS);
  };
  const reset = (): void => {
    clearTimeout(timer.current);
    setDraft({ text: '', of: search, sent: '' });
  };
  const clear = (): void => {
    reset();
    apply('', true);
  };
  return { text: draft.text, type, submit: () => apply(draft.text, false), reset, clear };
}
