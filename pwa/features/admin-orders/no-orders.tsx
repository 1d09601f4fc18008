import type { ReactNode } from 'react';
import emptyStyles from '#pwa/ui/empty-card.module.css';

interface NoOrdersProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly hint?: string;
}

/** A message in place of the list while there are no orders to show. */
export const NoOrders = ({ icon, title, hint }: NoOrdersProps) => (
  <div className={emptyStyles['empty']} role="status">
    {icon}
    <h2>{title}</h2>
    {hint !== undefined && <p>{hint}</p>}
  </div>
);
