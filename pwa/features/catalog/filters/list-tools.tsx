import { useCallback, useState } from 'react';
import { NO_FILTERS } from '#contract/browse.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { listActiveFilters } from './active-filters.ts';
import { FiltersPanel } from './filters-panel.tsx';
import { ShowResultsButton } from './show-results-button.tsx';
import type { PanelProps } from './sidebar-panels.tsx';
import styles from './list-tools.module.css';

/** Above a list: the way to the filters, and those that are set, each with what takes it away. */
export function ListTools(props: PanelProps) {
  const { state, onAction } = props;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const active = listActiveFilters(state);
  return (
    <>
      <Button className={styles['open']} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <LazyIcon name="filter" />
        {lazyMessages.filters.open}
      </Button>
      {active.length > 0 && (
        <ul className={styles['chips']} aria-label={lazyMessages.filters.active}>
          {active.map(({ name, label, without }) => (
            <li key={name}>
              <button
                type="button"
                className={classNames(buttonClass('secondary'), styles['chip'])}
                aria-label={lazyMessages.filters.remove(label)}
                onClick={() => onAction({ type: 'filter', filters: without })}
              >
                {label}
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {active.length > 0 && (
        <Button look="quiet" onClick={() => onAction({ type: 'filter', filters: NO_FILTERS })}>
          {lazyMessages.filters.clear}
        </Button>
      )}
      {isOpen && (
        <Modal kind="panel" label={lazyMessages.filters.open} onClose={close}>
          <DrawerHead title={lazyMessages.filters.open} closeLabel={lazyMessages.filters.close} onClose={close} />
          <FiltersPanel {...props} />
          <ShowResultsButton shop={props.shop} state={state} onClose={close} />
        </Modal>
      )}
    </>
  );
}
