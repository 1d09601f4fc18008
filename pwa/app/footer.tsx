import { useState } from 'react';
import { messages } from '#pwa/messages/en.ts';
import styles from './footer.module.css';

/** The last line of every screen, with the current year. */
export function Footer() {
  const [year] = useState(() => new Date().getFullYear());
  return <footer className={styles['footer']}>{messages.frame.footer(year)}</footer>;
}
