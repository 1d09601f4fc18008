import { PRIVACY_PATH } from '#contract/screens/shop-path.ts';
import type { ShopText } from '#contract/http/shop-settings.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentShop, readShopText } from '#pwa/messages/shop.ts';
import styles from './footer.module.css';

const writeLine = (text: ShopText | undefined) => text && <span>{readShopText(text)}</span>;

/** The last line of every screen: the current year, how to reach the shop and who runs it, the page about privacy and the payment provider. */
export const Footer = ({ year }: { readonly year: number }) => (
  <footer className={styles['footer']}>
    <span>{messages.frame.footer(year)}</span>
    {writeLine(currentShop().contact)}
    {writeLine(currentShop().legal)}
    <a href={PRIVACY_PATH}>{messages.frame.privacy}</a>
    <img src="/icons/crypto-payments.svg" alt={messages.frame.cryptoPayments} width="138" height="32" loading="lazy" />
  </footer>
);
