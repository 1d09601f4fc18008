import { useCallback, useState } from 'react';
import { NO_FILTERS } from '#contract/products/browse.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { DrawerBody, DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { listActiveFilters } from './active-filters.ts';
import { FiltersPanel } from './filters-panel.tsx';
import { SortSelect } from './sort-select.tsx';
import { ShowResultsButton } from './show-results-button.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './list-tools.module.css';

/** The tools above a list: its order, a button that opens the filters, and chips. Each chip shows an active filter and removes it. */
export function ListTools(props: PanelProps) {
  const { state, onAction } = props;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const active = listActiveFilters(state);
  return (
    <>
      <SortSelect {...props} />
      <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        {catalogMessages.filters.open}
      </Button>
      {active.length > 0 && (
        <ul className={styles['chips']} aria-label={catalogMessages.filters.active}>
          {active.map(({ name, label, without }) => (
            <li key={name}>
              <button
                type="button"
                className={classNames(buttonClass('secondary'), styles['chip'])}
                aria-label={catalogMessages.filters.remove(label)}
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
        <Button
          look="quiet"
          className={styles['clear']}
          onClick={() => onAction({ type: 'filter', filters: NO_FILTERS })}
        >
          {catalogMessages.filters.clear}
        </Button>
      )}
      {isOpen && (
        <Modal kind="panel" label={catalogMessages.filters.open} onClose={close}>
          <DrawerHead title={catalogMessages.filters.open} closeLabel={catalogMessages.filters.close} onClose={close} />
          <DrawerBody>
            <FiltersPanel {...props} isTitled />
          </DrawerBody>
          <ShowResultsButton shop={props.shop} state={state} onClose={close} />
        </Modal>
      )}
    </>
  );
}
