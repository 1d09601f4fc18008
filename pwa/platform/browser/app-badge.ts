/** Shows a number on the sign of the installed app; none for 0. Nothing happens where the system has no room for it. */
export function showAppBadge(count: number): void {
  // Browsers that know the call may still refuse it to a page that is not installed.
  navigator.setAppBadge?.(count).catch(() => undefined);
}
