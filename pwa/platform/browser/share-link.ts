/** The result of sharing a link. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** Opens the system's share sheet for a link or, where there is none, copies it; call it within a click. */
export async function shareLink(link: { readonly title: string; readonly url: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      // Rejected by a policy, or not really supported: the link can still be copied.
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
