import { useSyncExternalStore } from 'react';
import { readRegistrationSecret } from '#contract/account/registration-link.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
};
const readSecret = (): string | undefined => readRegistrationSecret(location.hash);

/** Returns the secret of a registration link from the page's address. `forgetRegistrationLink` removes it; until then, reloading works. */
export const useRegistrationSecret = (): string | undefined => useSyncExternalStore(subscribe, readSecret, readSecret);

/** Removes the secret from the address and from the tab's history. */
export function forgetRegistrationLink(): void {
  navigate(location.pathname + location.search, { replace: true, state: readEntryState() });
  // Replacing an entry of the history fires no event.
  dispatchEvent(new HashChangeEvent('hashchange'));
}
