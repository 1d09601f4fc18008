import { useCallback, useEffect, useState } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { shareLink } from '#pwa/platform/browser/share-link.ts';
import { TOAST_MS } from '#pwa/ui/toast-times.ts';

/** Shares a link or copies a text, with a message about the result for some seconds. */
export function useClipboard(): {
  readonly message: string | undefined;
  readonly share: (title: string, url: string) => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
} {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const share = useCallback(async (title: string, url: string): Promise<void> => {
    const outcome = await shareLink({ title, url });
    if (outcome === 'copied') setMessage(buildMessages.shared);
    if (outcome === 'failed') setMessage(buildMessages.clipboardFailed);
  }, []);
  const copy = useCallback(async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage(buildMessages.copied);
    } catch {
      // No permission, or no clipboard outside secure contexts.
      setMessage(buildMessages.clipboardFailed);
    }
  }, []);
  return { message, share, copy };
}
