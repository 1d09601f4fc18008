import { useCallback, useEffect, useState } from 'react';
import { UNDO_TOAST_MS } from '#pwa/ui/toast-times.ts';

/** A message about a change, with a function that undoes it. */
export interface Undo {
  readonly text: string;
  /** Missing when the change cannot be undone. */
  readonly undo?: () => void;
}

/** Returns the message to show and a function that sets it; a message disappears after some seconds. */
export function useUndo(): readonly [Undo | undefined, (message: Undo | undefined) => void] {
  const [message, setMessage] = useState<Undo>();
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(undefined), UNDO_TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, useCallback((next) => setMessage(next), [])];
}
