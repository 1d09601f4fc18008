import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './catalog.module.css';

interface ListHeadingProps {
  readonly title: string;
  /** Undefined while it is not known. */
  readonly total: number | undefined;
  readonly subtitle: string;
}

/** What a list shows, how it is ordered and of how many products; the number is announced when it changes. */
export function ListHeading({ title, total, subtitle }: ListHeadingProps) {
  const count = total === undefined ? '' : messages.categories.count(total);
  return (
    <div className={styles['heading']}>
      <h1>{title}</h1>
      <p className={styles['count']} role="status">
        {[count, subtitle].filter((part) => part !== '').join(' · ') || '\u00a0'}
      </p>
    </div>
  );
}
