import { messages } from '#pwa/messages/en.ts';
import { Icon } from '#pwa/ui/icon.tsx';
import styles from './wish-button.module.css';

interface WishButtonViewProps {
  /** The product's, for the button's name. */
  readonly title: string;
  readonly isWished: boolean;
  readonly onToggle?: () => void;
}

/** A product's heart as it is drawn. Its place is the size of a control, always. */
export const WishButtonView = ({ title, isWished, onToggle }: WishButtonViewProps) => (
  <button
    type="button"
    className={styles['wish']}
    aria-pressed={isWished}
    aria-label={messages.wishes.wish(title)}
    onClick={onToggle}
  >
    <Icon name="heart" />
  </button>
);
