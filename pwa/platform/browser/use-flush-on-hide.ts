import { useEffect } from 'react';

/** Calls `flush` when the page is hidden or left, and when the component unmounts or `flush` changes. */
export function useFlushOnHide(flush: () => void): void {
  useEffect(() => {
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);
}
