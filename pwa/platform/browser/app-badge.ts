/** Shows a number on the icon of the installed app, none for 0. Does nothing where the system has no badges. */
export function showAppBadge(count: number): void {
  // Browsers may reject the call for a page that is not installed.
  navigator.setAppBadge?.(count).catch(() => undefined);
}
