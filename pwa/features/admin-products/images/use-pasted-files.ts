import { useEffect, useEffectEvent } from 'react';

/** Gives files that are pasted anywhere on the page, except into a text that takes them itself. */
export function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs put a picture of a text beside it.
      if (files.length === 0 || event.defaultPrevented || event.clipboardData?.types.includes('text/plain')) return;
      if (event.target instanceof Element && event.target.closest('[contenteditable="true"]')) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
