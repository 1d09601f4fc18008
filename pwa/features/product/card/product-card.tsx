import { memo, useRef } from 'react';
import type { ComponentType, MouseEvent, PointerEvent, ReactNode } from 'react';
import type { ShopDefinition } from '#contract/shops.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { ProductCardView } from './product-card-view.tsx';
import { ProductImage } from '../images/product-image.tsx';

interface ProductCardProps {
  readonly shop: ShopDefinition;
  readonly card: WireCard;
  readonly priority?: ImagePriority;
  /** The search whose matches `Title` marks in the title. */
  readonly search?: string;
  /** Undefined without a search, and until it is loaded. */
  readonly Title?: ComponentType<{ readonly text: string; readonly search: string }> | undefined;
  /** Must be stable between renders. */
  readonly renderTools?: (card: WireCard) => ReactNode;
  readonly onOpen: (card: WireCard) => void;
  /** Called when a pointer is pressed on the card: it will probably be opened. */
  readonly onIntent?: (card: WireCard) => void;
}

/** A product in a list. Its link opens the product in place; in a new tab it opens the product's own URL. */
export const ProductCard = memo(function ProductCard({
  shop,
  card,
  priority,
  search = '',
  Title,
  renderTools,
  onOpen,
  onIntent,
}: ProductCardProps) {
  const hasOpened = useRef(false);
  const onPointerDown = (event: PointerEvent): void => {
    onIntent?.(card);
    // A mouse press opens at once; a touch may be the start of a scroll.
    hasOpened.current = event.pointerType === 'mouse' && isPlainClick(event);
    if (!hasOpened.current) return;
    // The dialog opens before the press moves the focus: focus the card now, so that closing the dialog returns the focus to it.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
    onOpen(card);
  };
  const onClick = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // The click that ends an opening press may go to the dialog and leave the flag set; a keyboard click (detail 0) opens the card anyway.
    if (!hasOpened.current || event.detail === 0) onOpen(card);
    hasOpened.current = false;
  };
  const onOffer = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(card);
  };
  return (
    <ProductCardView
      shop={shop}
      card={card}
      image={<ProductImage card={card} imageFolder={shop.imageFolder} priority={priority ?? 'lazy'} />}
      title={Title && <Title text={card.title} search={search} />}
      tools={renderTools?.(card)}
      onClick={onClick}
      onPointerDown={onPointerDown}
      onOffer={onOffer}
    />
  );
});
