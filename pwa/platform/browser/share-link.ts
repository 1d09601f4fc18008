/** What became of a link that was to be shared. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** Hands a link to the system's share sheet; where there is none, copies it. To be called within a press. */
export async function shareLink(link: { readonly title: string; readonly url: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      // Refused by policy or by a browser that only looks as if it could: the link can still be copied.
    }
  }
  try {
    await navigator.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    // No permission, or no clipboard outside secure contexts.
    return 'failed';
  }
}
