import type { ReactNode } from 'react';
import styles from './app-notices.module.css';

/** The live region for notices at the bottom of the screen. */
export const NoticesView = ({ children }: { readonly children?: ReactNode }) => (
  <div className={styles['notices']} role="status" aria-live="polite">
    {children}
  </div>
);
