import { memo, useRef } from 'react';
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import type { ShopDefinition } from '#contract/shops.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { ProductCardView } from './product-card-view.tsx';
import { ProductImage } from '../images/product-image.tsx';

interface ProductCardProps {
  readonly shop: ShopDefinition;
  readonly card: WireCard;
  readonly priority?: ImagePriority;
  readonly search?: string;
  /** The same function from drawing to drawing. */
  readonly renderTools?: (card: WireCard) => ReactNode;
  readonly onOpen: (card: WireCard) => void;
  /** A finger or a pointer is on the card: it will probably be opened. */
  readonly onIntent?: (card: WireCard) => void;
}

/** A product in a list. Its link opens the product in place; in a new tab it is an address of its own. */
export const ProductCard = memo(function ProductCard({
  shop,
  card,
  priority,
  search,
  renderTools,
  onOpen,
  onIntent,
}: ProductCardProps) {
  const hasOpened = useRef(false);
  const onPointerDown = (event: PointerEvent): void => {
    onIntent?.(card);
    // A mouse that goes down on a link means it; a finger may be about to scroll.
    hasOpened.current = event.pointerType === 'mouse' && isPlainClick(event);
    if (!hasOpened.current) return;
    // The press would have moved the focus here, but the window comes before: closing it gives the focus back to the card.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
    onOpen(card);
  };
  const onClick = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // The click of an opening press lands on the window, so that the mark may still stand when a key presses the link (detail is 0 then).
    if (!hasOpened.current || event.detail === 0) onOpen(card);
    hasOpened.current = false;
  };
  return (
    <ProductCardView
      shop={shop}
      card={card}
      picture={<ProductImage card={card} imageFolder={shop.imageFolder} priority={priority ?? 'lazy'} />}
      search={search}
      tools={renderTools?.(card)}
      onClick={onClick}
      onPointerDown={onPointerDown}
    />
  );
});
