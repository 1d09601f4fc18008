import type { ReactNode } from 'react';
import styles from './drawer-body.module.css';

/** The content of a drawer with a foot, which stands after it and stays in view. */
export const DrawerBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['body']}>{children}</div>
);
