import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './list-tools.module.css';

/** The select for the order of a list, beside the filters button. */
export function SortSelect({ shop, state, onAction }: PanelProps) {
  return (
    <select
      className={classNames(buttonClass('secondary'), styles['sort'])}
      aria-label={catalogMessages.order.label}
      value={state.sort ?? ''}
      onChange={({ target }) =>
        onAction({ type: 'sort', sort: shop.sorts.find((sort) => sort === target.value) ?? null })
      }
    >
      <option value="">{state.search === '' ? catalogMessages.sidebar.allProducts : catalogMessages.order.best}</option>
      {shop.sorts.map((sort) => (
        <option key={sort} value={sort}>
          {messages.sort.labels[shop.key][sort]}
        </option>
      ))}
    </select>
  );
}
