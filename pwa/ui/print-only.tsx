import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-only.module.css';

/** Shows its children on paper, in place of the page. */
export const PrintOnly = ({ children }: { readonly children: ReactNode }) =>
  createPortal(<div className={styles['paper']}>{children}</div>, document.body);
