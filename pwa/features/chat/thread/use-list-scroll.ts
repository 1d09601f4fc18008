import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { FoundMessage } from './found-message.ts';
import type { MessageRow } from './message-rows.ts';
import type { OpenChat } from './use-chat.ts';

/** Within this distance, the list counts as scrolled to its end. */
const END_PX = 48;
/** Older messages are loaded within this distance from the top. */
const LOAD_OLDER_PX = 600;

interface ListScrollOptions extends Pick<OpenChat, 'hasOlder' | 'olderState' | 'loadOlder'> {
  readonly rows: readonly MessageRow[];
  /** The message to show instead of the newest; it is among the rows. */
  readonly found: FoundMessage | undefined;
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

export interface ListScroll {
  readonly list: RefObject<VirtualizerHandle | null>;
  /** Whether rows were added or removed at the start. */
  readonly isShifted: boolean;
  readonly isAtEnd: boolean;
  readonly onScroll: (offset: number) => void;
  readonly onResize: () => void;
  readonly toEnd: () => void;
}

/**
 * Controls the scroll position of a list of messages. The list starts at its end and stays there when messages arrive or its size changes,
 * unless the user has scrolled away; an own new message always scrolls to the end. Older messages are loaded near the top. If a search has
 * found a message, the list scrolls once to show it in the middle instead.
 */
export function useListScroll(options: ListScrollOptions): ListScroll {
  const { rows, hasOlder, olderState, loadOlder, found, onAtEnd } = options;
  const list = useRef<VirtualizerHandle>(null);
  const sticks = useRef(found === undefined);
  const [isAtEnd, setAtEnd] = useState(found === undefined);
  const isShifted = useIsShifted(rows);

  const loadNearTop = useCallback((): void => {
    const { scrollOffset = Infinity, viewportSize = 0 } = list.current ?? {};
    if (hasOlder && olderState === 'idle' && viewportSize > 0 && scrollOffset < LOAD_OLDER_PX) loadOlder();
  }, [hasOlder, olderState, loadOlder]);

  const toEnd = useCallback((): void => {
    sticks.current = true;
    list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows.length]);
  const noteOffset = useCallback((offset: number): void => {
    const handle = list.current;
    if (!handle) return;
    sticks.current = handle.scrollSize - offset - handle.viewportSize <= END_PX;
    setAtEnd(sticks.current);
  }, []);
  const onScroll = useCallback(
    (offset: number): void => {
      noteOffset(offset);
      loadNearTop();
    },
    [noteOffset, loadNearTop],
  );
  const onResize = useCallback((): void => {
    if (sticks.current) toEnd();
    loadNearTop();
  }, [toEnd, loadNearTop]);

  const newest = rows.at(-1);
  const isJustWritten = newest?.isOwn === true && newest.message.state === 'waiting';
  const newestKey = newest?.key;
  useLayoutEffect(() => {
    if (newestKey !== undefined && (sticks.current || isJustWritten)) toEnd();
    // Only a new message moves the list, not a change of its state.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newestKey]);
  const foundSeq = found?.seq;
  const foundIndex = foundSeq === undefined ? -1 : rows.findIndex(({ message }) => message.seq === foundSeq);
  const shownSeq = useRef<number>(undefined);
  useLayoutEffect(() => {
    // Messages that are added above or below do not move the list again.
    const isNew = foundIndex >= 0 && shownSeq.current !== foundSeq;
    shownSeq.current = foundSeq;
    if (!isNew) return undefined;
    sticks.current = false;
    list.current?.scrollToIndex(foundIndex, { align: 'center' });
    // A short list shows its end without a scroll event, so the offset is checked two frames later, when its rows are measured.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => noteOffset(list.current?.scrollOffset ?? 0));
    });
    return () => cancelAnimationFrame(frame);
  }, [foundSeq, foundIndex, noteOffset]);
  useEffect(() => onAtEnd(isAtEnd), [onAtEnd, isAtEnd]);

  return { list, isShifted, isAtEnd, onScroll, onResize, toEnd };
}

/** Whether the last change added or removed rows at the start: the list then retains its distance from the end. */
function useIsShifted(rows: readonly MessageRow[]): boolean {
  const [last, setLast] = useState({ rows, isShifted: false });
  if (last.rows === rows) return last.isShifted;
  const isShifted = last.rows.length > 0 && rows[0]?.key !== last.rows[0]?.key;
  setLast({ rows, isShifted });
  return isShifted;
}
