import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { ShopRow } from '#contract/shops.ts';

interface ShopLinkProps {
  readonly shop: ShopRow;
  readonly isCurrent?: boolean;
  readonly className?: string | undefined;
  /** Navigates without a page load. If it is undefined, or a modifier key is pressed, the link works as an ordinary one. */
  readonly onFollow: ((shop: ShopRow) => void) | undefined;
  readonly children: ReactNode;
}

/** A link to a shop. */
export function ShopLink({ shop, isCurrent = false, className, onFollow, children }: ShopLinkProps) {
  const onClick = (event: MouseEvent): void => {
    if (!onFollow || !isPlainClick(event)) return;
    event.preventDefault();
    onFollow(shop);
  };
  return (
    <a href={shop.path} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {children}
    </a>
  );
}
