import { cartMessages } from '#pwa/messages/en/cart.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { CountButton } from '#pwa/ui/count-button.tsx';
import styles from './floating-cart.module.css';

interface FloatingCartProps {
  /** Units in the cart. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** The floating button that opens the cart on any page. */
export const FloatingCart = ({ count, isOpen, onOpen }: FloatingCartProps) => (
  <aside className={styles['floating']} aria-label={messages.cart.title}>
    <CountButton icon="cart" label={cartMessages.open} count={count} isOpen={isOpen} onOpen={onOpen} />
  </aside>
);
