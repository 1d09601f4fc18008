import { messages } from '#pwa/messages/en/first-screen.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import toggleStyles from '#pwa/ui/round-toggle.module.css';
import styles from './wish-list-button.module.css';

interface WishListButtonViewProps {
  /** The product's title, for the accessible name. */
  readonly title: string;
  readonly isInWishList: boolean;
  readonly onToggle?: () => void;
}

/** Renders the wish list button of a product; the caller holds the state. */
export const WishListButtonView = ({ title, isInWishList, onToggle }: WishListButtonViewProps) => (
  <button
    type="button"
    className={classNames(toggleStyles['toggle'], styles['button'])}
    aria-pressed={isInWishList}
    aria-label={messages.wishes.wish(title)}
    onClick={onToggle}
  >
    <Icon name="heart" />
  </button>
);
