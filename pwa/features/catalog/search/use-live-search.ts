import { useCallback, useEffect, useRef, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { cleanSearch } from '../browse/browse-state.ts';

/** The text of the search field and its actions. */
export interface LiveSearch {
  readonly text: string;
  /** Changes the text and searches after a short pause. */
  readonly type: (text: string) => void;
  /** Searches at once. */
  readonly submit: () => void;
  /** Runs a pending search at once, when the field loses the focus. */
  readonly leave: () => void;
  /** Clears the field without searching. */
  readonly reset: () => void;
  /** Clears the field and the search at once. */
  readonly clear: () => void;
}

/** Returns the state of the search field. `search` is the list's current search; `onSearch` changes it, live while the user types. */
export function useLiveSearch(search: string, onSearch: (search: string, isLive: boolean) => void): LiveSearch {
  const [draft, setDraft] = useState({ text: search, of: search, sent: search });
  /** The typed text whose search is pending. */
  const pending = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined);
  const sent = useRef(search);
  const cancelPending = useCallback((): void => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
  }, []);
  useEffect(() => cancelPending, [cancelPending]);
  useEffect(() => {
    // Back has changed the search: a pending one would overwrite it.
    if (search !== sent.current) cancelPending();
    sent.current = search;
  }, [search, cancelPending]);
  if (draft.of !== search) {
    // Back and a shared link change the search from outside: they replace the typed text. A search sent from here comes back trimmed, and
    // must not overwrite what was typed since.
    const isOwn = search === draft.sent;
    setDraft({ text: isOwn ? draft.text : search, of: search, sent: search });
  }

  const apply = (text: string, isLive: boolean): void => {
    cancelPending();
    sent.current = cleanSearch(text);
    const { current } = sent;
    setDraft((last) => ({ ...last, sent: current }));
    onSearch(current, isLive);
  };
  const type = (text: string): void => {
    setDraft((last) => ({ ...last, text }));
    cancelPending();
    pending.current = { text, timer: setTimeout(() => apply(text, true), LIVE_SEARCH_DELAY_MS) };
  };
  const leave = (): void => {
    if (pending.current) apply(pending.current.text, true);
  };
  const reset = (): void => {
    cancelPending();
    sent.current = '';
    setDraft({ text: '', of: search, sent: '' });
  };
  const clear = (): void => {
    reset();
    apply('', true);
  };
  return { text: draft.text, type, submit: () => apply(draft.text, false), leave, reset, clear };
}
