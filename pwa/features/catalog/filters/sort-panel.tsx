import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { spokenName } from '#pwa/ui/spoken-name.ts';
import { Choice } from './choice.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './panels.module.css';

/** The choice of a sort: unsorted, or one of the shop's sorts. */
export function SortPanel({ shop, state, onAction }: PanelProps) {
  return (
    <section className={styles['panel']}>
      <h2 aria-label={spokenName(catalogMessages.sidebar.sort)}>{catalogMessages.sidebar.sort}</h2>
      <ul>
        {([null, ...shop.sorts] as const).map((sort) => (
          <li key={sort}>
            <Choice isChosen={state.sort === sort} onChoose={() => onAction({ type: 'sort', sort })}>
              {sort === null ? catalogMessages.sidebar.allProducts : messages.sort.labels[shop.key][sort]}
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  );
}
