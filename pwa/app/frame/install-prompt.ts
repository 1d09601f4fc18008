import { createObservable } from '#pwa/platform/observable.ts';

/** Some browsers offer to install the app, with an event that TypeScript's library lacks. */
export interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the app; undefined where it makes none, and once the app is installed. */
export const installPrompt = createObservable<InstallPrompt | undefined>(undefined);

/** Keeps the browser's offer for our own button, in place of the browser's banner. The event comes early and once. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => installPrompt.set(undefined));
}
