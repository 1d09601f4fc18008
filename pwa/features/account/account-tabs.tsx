import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { ACCOUNT_TABS, chooseAccountTab, useAccountTab } from '#pwa/platform/account-address.ts';
import type { AccountTab } from '#pwa/platform/account-address.ts';
import styles from './account-tabs.module.css';

/** What each tab holds. */
type AccountTabsProps = Readonly<Record<AccountTab, ReactNode>>;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** My Orders and Cart; the tab that was looked at last is remembered on the device. */
export function AccountTabs(panels: AccountTabsProps) {
  const chosen = useAccountTab();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = ACCOUNT_TABS.length;
    const next = ACCOUNT_TABS[(ACCOUNT_TABS.indexOf(chosen) + step + count) % count];
    if (next === undefined) return;
    chooseAccountTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };

  return (
    <>
      <div ref={list} className={styles['tabs']} role="tablist" aria-label={lazyMessages.account.title}>
        {ACCOUNT_TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            className={styles['tab']}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => chooseAccountTab(tab)}
            onKeyDown={onKey}
          >
            {lazyMessages.account.tabs[tab]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={styles['panel']} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {panels[chosen]}
      </div>
    </>
  );
}
