import { useEffect } from 'react';

/** Sets the document's title, shown in the tab and in the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
