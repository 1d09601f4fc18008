import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './disclosure-banner.module.css';

/** The affiliate disclosure above all links. */
export const DisclosureBanner = () => <aside className={styles['banner']}>{messages.frame.disclosure}</aside>;
