import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentShop, readShopText } from '#pwa/messages/shop.ts';
import styles from './disclosure-banner.module.css';

/** The affiliate disclosure above all links. */
export const DisclosureBanner = () => (
  <aside className={styles['banner']}>{readShopText(currentShop().disclosure) ?? messages.frame.disclosure}</aside>
);
