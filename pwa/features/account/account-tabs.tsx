import type { ReactNode } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { accountTab } from '#pwa/platform/browser/account-navigation.ts';
import type { AccountTab } from '#pwa/platform/browser/account-navigation.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Tabs } from '#pwa/ui/tabs.tsx';

/** The tabs My Orders and Cart with their panels; the last chosen tab is stored on the device. */
export function AccountTabs(panels: Readonly<Record<AccountTab, ReactNode>>) {
  const { title, tabs } = accountMessages;
  const chosen = useObservable(accountTab);
  return (
    <Tabs label={title} tabs={tabs} chosen={chosen} onChoose={accountTab.set}>
      {panels[chosen]}
    </Tabs>
  );
}
