import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { fillReply } from '#contract/text/fill-reply.ts';
import type { ReplyValues } from '#contract/text/fill-reply.ts';
import { filterReplies } from './filter-replies.ts';
import { findReplyQuery } from './find-reply-query.ts';

export interface ReplyPickerOptions {
  /** Whether the user answers buyers. */
  readonly isStaff: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The text of the message. */
  readonly content: string;
  readonly write: (content: string) => void;
  readonly values: ReplyValues;
}

/** The canned replies beside a message that is being written. */
export interface ReplyPickerState {
  /** Undefined while the list is closed; empty when there are no replies at all. */
  readonly shown: readonly ChatReply[] | undefined;
  /** The index of the reply that Enter inserts. */
  readonly active: number;
  /** Opens the list, as typing a slash does, or closes it. */
  readonly toggle: () => void;
  readonly pick: (reply: ChatReply) => void;
  /** Follows the caret in the field. */
  readonly onCaret: () => void;
  /** Handles the keys of the list; returns whether the key was one of them. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Opens the canned replies when a slash is typed, filters them by the text after it, and replaces both with the chosen reply. */
export function useReplyPicker({ isStaff, field, content, write, values }: ReplyPickerOptions): ReplyPickerState {
  const replies = useUserData(async ({ chats }) => (isStaff ? chats.replies() : []), [isStaff]);
  const [caret, setCaret] = useState(0);
  /** The index of the slash whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number>();
  const [choice, setChoice] = useState({ words: '', index: 0 });
  const selection = useRef<readonly [number, number]>(undefined);

  // Runs after each render, because the selection must wait for the render with the new text.
  useLayoutEffect(() => {
    if (!selection.current) return;
    field.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  });

  const query = isStaff && replies ? findReplyQuery(content, caret) : undefined;
  const found = query && replies ? filterReplies(replies, query.words) : [];
  const isOpen = query !== undefined && query.start !== closedAt && (found.length > 0 || query.words === '');
  const active = choice.words === query?.words ? Math.min(choice.index, found.length - 1) : 0;

  /** Replaces a part of the message. Then selects a part of the new text, or sets the caret at its end. */
  const replace = (
    [start, end]: readonly [number, number],
    text: string,
    [from, to]: readonly [number, number] = [text.length, text.length],
  ): void => {
    selection.current = [start + from, start + to];
    setCaret(start + to);
    setClosedAt(undefined);
    write(content.slice(0, start) + text + content.slice(end));
    field.current?.focus();
  };
  const pick = (reply: ChatReply): void => {
    if (!query) return;
    const { text, gap } = fillReply(reply.text, values);
    replace([query.start, caret], text, gap);
  };
  const toggle = (): void => {
    const at = field.current?.selectionEnd ?? content.length;
    if (query && !isOpen) setClosedAt(undefined);
    else if (query) replace([query.start, caret], '');
    else replace([at, at], /(^|\s)$/.test(content.slice(0, at)) ? '/' : ' /');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const reply = found[active];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && reply) setChoice({ words: query.words, index: (active + step + found.length) % found.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && reply) pick(reply);
    else if (event.key === 'Escape') setClosedAt(query.start);
    else return false;
    // Escape must not close the window of the chats as well.
    event.preventDefault();
    return true;
  };
  return {
    shown: isOpen ? found : undefined,
    active,
    toggle,
    pick,
    onCaret: () => setCaret(field.current?.selectionEnd ?? 0),
    onKeyDown,
  };
}
