import type { ReactNode } from 'react';
import styles from './app-notices.module.css';

/** The place of notices, over the foot of the screen; what comes into it is spoken. */
export const NoticesView = ({ children }: { readonly children?: ReactNode }) => (
  <div className={styles['notices']} role="status" aria-live="polite">
    {children}
  </div>
);
