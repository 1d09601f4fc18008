import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { createStoredChoice } from '../storage/stored-setting.ts';
import { navigate } from './navigation.ts';

/** The tabs of the account page. */
export const ACCOUNT_TABS = ['orders', 'cart'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The tab of the account page that was open last. */
export const accountTab = createStoredChoice<AccountTab>('account_tab', ACCOUNT_TABS);

/** Goes to the account page, to the tab that was open last or to the named one. */
export function goToAccount(tab?: AccountTab): void {
  if (tab) accountTab.set(tab);
  if (location.pathname + location.search !== ACCOUNT_PATH) navigate(ACCOUNT_PATH);
  scrollTo({ top: 0, behavior: 'instant' });
}
