import type { MouseEvent } from 'react';

/** Whether a press means what it says: with a modifier key or another button a link is an ordinary link. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
