import type { ReactNode } from 'react';
import styles from './product-form.module.css';

/** A word about a form, over it. */
export const FormNotice = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['note']} role="status">
    {children}
  </div>
);
