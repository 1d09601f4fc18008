import { useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { MessageRow } from './message-rows.ts';

/** Reads out what the others write while the chat is open; the list itself is silent, because scrolling fills it. */
export function IncomingMessageAnnouncer({ newest }: { readonly newest: MessageRow | undefined }) {
  // What was there when the chat was opened is read by whoever wants to.
  const [first] = useState(newest?.key);
  const isNews = newest !== undefined && !newest.isOwn && newest.key !== first;
  return (
    <VisuallyHidden>
      <span aria-live="polite">{isNews && describe(newest)}</span>
    </VisuallyHidden>
  );
}

function describe({ message: { content, images }, side }: MessageRow): string {
  return chatMessages.incoming(
    chatMessages.sides[side],
    content === '' ? chatMessages.photosOnly(images.length) : content,
  );
}
