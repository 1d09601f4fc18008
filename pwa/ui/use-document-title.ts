import { useEffect } from 'react';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';

/** Sets the document's title, shown in the tab and in the history, once the screen that it names is painted. */
export function useDocumentTitle(title: string): void {
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
}
