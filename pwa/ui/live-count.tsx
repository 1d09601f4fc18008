import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './live-count.module.css';

interface LiveCountProps {
  readonly count: number;
  /** What is read aloud, such as "2 unread chats". */
  readonly meaning: string;
}

/** A number beside the name of what it counts; nothing for 0. */
export const LiveCount = ({ count, meaning }: LiveCountProps) =>
  count > 0 && (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{meaning}</VisuallyHidden>
    </span>
  );
