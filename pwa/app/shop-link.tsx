import type { MouseEvent, ReactNode } from 'react';
import { goToShop } from './router.ts';
import type { ShopRow } from './routes.ts';

interface ShopLinkProps {
  readonly shop: ShopRow;
  readonly isCurrent?: boolean;
  readonly className?: string | undefined;
  readonly onFollow?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A link to a shop that stays in the page; with a modifier key it is an ordinary link. */
export function ShopLink({ shop, isCurrent = false, className, onFollow, children }: ShopLinkProps) {
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    goToShop(shop);
    onFollow?.();
  };
  return (
    <a href={shop.path} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {children}
    </a>
  );
}
