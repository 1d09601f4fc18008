import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Tab extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  /** The tabs in their order, with their labels. */
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly chosen: Tab;
  readonly onChoose: (tab: Tab) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A row of tabs over the content of the chosen one. */
export function Tabs<Tab extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Tab>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(tabs) as Tab[];

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length] as Tab;
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };

  return (
    <>
      <div ref={list} className={styles['tabs']} role="tablist" aria-label={label}>
        {names.map((tab) => (
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
            onClick={() => onChoose(tab)}
            onKeyDown={onKeyDown}
          >
            {tabs[tab]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={styles['panel']} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
