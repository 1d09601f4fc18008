import { messages } from '#pwa/messages/en.ts';
import styles from './catalog.module.css';

/** What a list shows, and of how many products; the number is announced when it changes. */
export function ListHeading({ title, total }: { readonly title: string; readonly total: number | undefined }) {
  return (
    <div className={styles['heading']}>
      <h1>{title}</h1>
      <p className={styles['count']} role="status">
        {total === undefined ? '\u00a0' : messages.categories.count(total)}
      </p>
    </div>
  );
}
