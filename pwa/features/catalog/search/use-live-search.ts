import { useCallback, useEffect, useRef, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { cleanSearch } from '../browse/browse-state.ts';

/** What stands in the search field, and what is done with it. */
export interface LiveSearch {
  readonly text: string;
  /** Searches for it after a short pause. */
  readonly type: (text: string) => void;
  /** Searches at once. */
  readonly submit: () => void;
  /** Searches at once for what still waits for its pause: the field is being left. */
  readonly leave: () => void;
  /** Empties the field without searching. */
  readonly reset: () => void;
  /** Empties the field and searches for nothing, at once. */
  readonly clear: () => void;
}

/** The search field: `search` is what the list is searched for, `onSearch` changes it, live while somebody types. */
export function useLiveSearch(search: string, onSearch: (search: string, isLive: boolean) => void): LiveSearch {
  const [draft, setDraft] = useState({ text: search, of: search, sent: search });
  /** What was typed and still waits for its search. */
  const waiting = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const sent = useRef(search);
  const stopWaiting = useCallback((): void => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  }, []);
  useEffect(() => stopWaiting, [stopWaiting]);
  useEffect(() => {
    // 'Back' a moment after a letter: what still waits would search again.
    if (search !== sent.current) stopWaiting();
    sent.current = search;
  }, [search, stopWaiting]);
  if (draft.of !== search) {
    // 'Back' and a shared link change the search from outside: what was typed for another one goes. What was sent from here comes back
    // without the spaces around it, while more may have been typed.
    const isOwn = search === draft.sent;
    setDraft({ text: isOwn ? draft.text : search, of: search, sent: search });
  }

  const apply = (text: string, isLive: boolean): void => {
    stopWaiting();
    sent.current = cleanSearch(text);
    const { current } = sent;
    setDraft((last) => ({ ...last, sent: current }));
    onSearch(current, isLive);
  };
  const type = (text: string): void => {
    setDraft((last) => ({ ...last, text }));
    stopWaiting();
    waiting.current = { text, timer: setTimeout(() => apply(text, true), LIVE_SEARCH_DELAY_MS) };
  };
  const leave = (): void => {
    if (waiting.current) apply(waiting.current.text, true);
  };
  const reset = (): void => {
    stopWaiting();
    sent.current = '';
    setDraft({ text: '', of: search, sent: '' });
  };
  const clear = (): void => {
    reset();
    apply('', true);
  };
  return { text: draft.text, type, submit: () => apply(draft.text, false), leave, reset, clear };
}
