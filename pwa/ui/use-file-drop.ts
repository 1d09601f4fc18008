import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

/** Passes on files dropped on an element. Returns whether files are dragged over it. */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onDropped = useEffectEvent(onFiles);
  useEffect(() => {
    const element = zone.current;
    if (!element) return undefined;
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this, the browser opens the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (!element.contains(event.relatedTarget as Node | null)) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      // An inner element has handled the files.
      if (event.defaultPrevented) return;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onDropped(files);
    };
    element.addEventListener('dragover', onDragOver);
    element.addEventListener('dragleave', onDragLeave);
    element.addEventListener('drop', onDrop);
    return () => {
      element.removeEventListener('dragover', onDragOver);
      element.removeEventListener('dragleave', onDragLeave);
      element.removeEventListener('drop', onDrop);
    };
  }, [zone]);
  return isOver;
}
