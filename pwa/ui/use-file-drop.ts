import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

/** Gives files that are dropped on an element; whether some are held over it at the moment. */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const element = zone.current;
    if (!element) return undefined;
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (!element.contains(event.relatedTarget as Node | null)) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      // A part of the zone that takes files itself has had them.
      if (event.defaultPrevented) return;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
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
