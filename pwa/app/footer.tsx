import { messages } from '#pwa/messages/en.ts';
import styles from './footer.module.css';

/** The last line of every screen, with the current year. */
export const Footer = ({ year }: { readonly year: number }) => (
  <footer className={styles['footer']}>{messages.frame.footer(year)}</footer>
);
