import { messages } from '#pwa/messages/en/first-screen.ts';
import { spokenName } from '#pwa/ui/spoken-name.ts';
import styles from './catalog.module.css';

interface ListHeadingProps {
  readonly title: string;
  /** The number of products; undefined until known. */
  readonly total: number | undefined;
  readonly subtitle: string;
}

/** The heading of a list: title, number of products and subtitle. Changes of the number are announced. */
export function ListHeading({ title, total, subtitle }: ListHeadingProps) {
  const count = total === undefined ? '' : messages.categories.count(total);
  return (
    <div className={styles['heading']}>
      <h1 aria-label={spokenName(title)}>{title}</h1>
      <p className={styles['count']} role="status">
        {[count, subtitle].filter((part) => part !== '').join(' · ') || '\u00a0'}
      </p>
    </div>
  );
}
