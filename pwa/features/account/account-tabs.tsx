import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { ACCOUNT_TABS, accountTab } from '#pwa/platform/browser/account-navigation.ts';
import type { AccountTab } from '#pwa/platform/browser/account-navigation.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Tabs } from '#pwa/ui/tabs.tsx';

/** Opens the tab that the URL of an app shortcut names, and removes the name from the URL, so that a tab chosen later stays. */
function openNamedTab(search: string): void {
  const named = ACCOUNT_TABS.find((tab) => new URLSearchParams(search).get('tab') === tab);
  if (!named) return;
  accountTab.set(named);
  navigate(location.pathname, { replace: true, state: readEntryState() });
}

/** The tabs My Orders and Cart with their panels; the last chosen tab is stored on the device. */
export function AccountTabs(panels: Readonly<Record<AccountTab, ReactNode>>) {
  const { title, tabs } = accountMessages;
  const chosen = useObservable(accountTab);
  const search = useSearch();
  useEffect(() => openNamedTab(search), [search]);
  return (
    <Tabs label={title} tabs={tabs} chosen={chosen} onChoose={accountTab.set}>
      {panels[chosen]}
    </Tabs>
  );
}
