import { useSyncExternalStore } from 'react';
import { read, write } from '../storage/device-storage.ts';
import { navigate } from './navigation.ts';

/** Where a user's orders and cart are. */
export const ACCOUNT_PATH = '/account';
const TAB_KEY = 'account_tab';

export const ACCOUNT_TABS = ['orders', 'cart'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

const listeners = new Set<() => void>();
/** Where storage is closed, the choice lasts as long as the page. */
let chosen: AccountTab | undefined;

const readTab = (): AccountTab => {
  chosen ??= ACCOUNT_TABS.find((tab) => tab === read(TAB_KEY)) ?? 'orders';
  return chosen;
};

/** The tab of the account page that was looked at last, live; the orders until another one is chosen. */
export const useAccountTab = (): AccountTab =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTab,
    () => 'orders',
  );

export function chooseAccountTab(tab: AccountTab): void {
  chosen = tab;
  write(TAB_KEY, tab);
  for (const listener of listeners) listener();
}

/** Goes to the account page, to the tab that was looked at last or to the named one. */
export function goToAccount(tab?: AccountTab): void {
  if (tab) chooseAccountTab(tab);
  if (location.pathname !== ACCOUNT_PATH) navigate(ACCOUNT_PATH);
  scrollTo({ top: 0, behavior: 'instant' });
}
