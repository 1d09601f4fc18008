import { messages } from '#pwa/messages/en.ts';
import styles from './footer.module.css';

/** The last line of every screen, with the current year. */
export const Footer = () => (
  <footer className={styles['footer']}>{messages.frame.footer(new Date().getFullYear())}</footer>
);
