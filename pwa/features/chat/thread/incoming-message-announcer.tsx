import { useState } from 'react';
import { nameProductLinks } from '#contract/screens/product-link.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { MessageRow } from './message-rows.ts';

/** Announces incoming messages to screen readers. The list itself is not a live region, because scrolling adds rows to it. */
export function IncomingMessageAnnouncer({ newest }: { readonly newest: MessageRow | undefined }) {
  // Messages from before the chat was opened are not announced.
  const [first] = useState(newest?.key);
  const isNew = newest !== undefined && !newest.isOwn && newest.key !== first;
  return (
    <VisuallyHidden>
      <span aria-live="polite">{isNew && describe(newest)}</span>
    </VisuallyHidden>
  );
}

function describe({ message: { content, images }, side }: MessageRow): string {
  return chatMessages.incoming(
    chatMessages.sides[side],
    content === '' ? chatMessages.photosOnly(images.length) : nameProductLinks(content),
  );
}
