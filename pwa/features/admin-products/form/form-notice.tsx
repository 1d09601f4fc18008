import type { ReactNode } from 'react';
import styles from './product-form.module.css';

/** A notice above a form. */
export const FormNotice = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['notice']} role="status">
    {children}
  </div>
);
