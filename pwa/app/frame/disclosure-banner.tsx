import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './disclosure-banner.module.css';

/** Says what the shop earns from its links, above all of them. */
export const DisclosureBanner = () => <aside className={styles['banner']}>{messages.frame.disclosure}</aside>;
