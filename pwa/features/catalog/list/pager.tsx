import { messages } from '#pwa/messages/en/first-screen.ts';
import { selectPageNumbers } from './page-numbers.ts';
import styles from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

/** Numbered page buttons; renders nothing for a single page. */
export function Pager({ page, pageCount, onPage }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className={styles['pager']} aria-label={messages.categories.pages}>
      {selectPageNumbers(page, pageCount).map((number, index, all) =>
        number === null ? (
          <span key={`gap after ${all[index - 1]}`} className={styles['gap']} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={styles['page']}
            aria-label={messages.categories.page(number)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
    </nav>
  );
}
