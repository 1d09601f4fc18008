import { isFiltered } from '#contract/products/browse.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import type { PanelProps } from './panel-props.ts';
import { useCatalogPage } from '../queries/use-catalog.ts';
import styles from './list-tools.module.css';

/** The last line of a filter drawer: a button that shows the number of results and closes the drawer. */
export function ShowResultsButton({
  shop,
  state,
  onClose,
}: Pick<PanelProps, 'shop' | 'state'> & { readonly onClose: () => void }) {
  const { data } = useCatalogPage(shop.key, state);
  if (!isFiltered(state) || !data) return null;
  return (
    <div className={styles['found']}>
      <button type="button" className={buttonClass('primary', true)} aria-live="polite" onClick={onClose}>
        {catalogMessages.filters.show(messages.categories.count(data.total))}
      </button>
    </div>
  );
}
