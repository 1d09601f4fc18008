import type { MouseEvent } from 'react';

/** Whether a click uses the main button without a modifier key: the browser handles any other click on a link. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
