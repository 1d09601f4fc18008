import { messages } from '#pwa/messages/en/first-screen.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './wish-list-button.module.css';

interface WishListButtonViewProps {
  /** The product's, for the button's name. */
  readonly title: string;
  readonly isInWishList: boolean;
  readonly onToggle?: () => void;
}

/** A product's heart as it is drawn. Its place is the size of a control, always. */
export const WishListButtonView = ({ title, isInWishList, onToggle }: WishListButtonViewProps) => (
  <button
    type="button"
    className={styles['wish']}
    aria-pressed={isInWishList}
    aria-label={messages.wishes.wish(title)}
    onClick={onToggle}
  >
    <Icon name="heart" />
  </button>
);
