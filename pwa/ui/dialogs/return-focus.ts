import { afterPaint } from '#pwa/platform/browser/after-paint.ts';

/** The element that gets the focus after the next frame. */
let next: { readonly element: HTMLElement; readonly cancel: () => void } | undefined;

/** Returns the focused element, or the one that is about to get the focus back from a dialog that has just closed. */
export const findFocused = (): Element | null =>
  next && document.activeElement === document.body ? next.element : document.activeElement;

/** Returns the focus of a closed dialog to its opener. `focus()` restyles the whole page, so the page without the dialog is painted first. */
export function returnFocus(opener: Element | null): void {
  if (!(opener instanceof HTMLElement)) return;
  next?.cancel();
  const cancel = afterPaint(() => {
    next = undefined;
    // Focus that has moved meanwhile stays.
    if (opener.isConnected && document.activeElement === document.body) opener.focus({ preventScroll: true });
  });
  next = { element: opener, cancel };
}
