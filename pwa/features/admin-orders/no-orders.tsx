import type { ReactNode } from 'react';
import styles from './no-orders.module.css';

interface NoOrdersProps {
  readonly sign: ReactNode;
  readonly title: string;
  readonly hint?: string;
}

/** Stands in place of the orders while there are none to show. */
export const NoOrders = ({ sign, title, hint }: NoOrdersProps) => (
  <div className={styles['message']} role="status">
    {sign}
    <h2>{title}</h2>
    {hint !== undefined && <p>{hint}</p>}
  </div>
);
