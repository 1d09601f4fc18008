import type { ShopKey } from '#contract/shops.ts';
import { toggleWish, useIsWished } from './wish-list.ts';
import { WishButtonView } from './wish-button-view.tsx';

interface WishButtonProps {
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
}

/** The heart of a product: puts it on the device's wish list and takes it off again. */
export const WishButton = ({ shop, id, title }: WishButtonProps) => (
  <WishButtonView
    title={title}
    isWished={useIsWished(shop, id)}
    onToggle={() => {
      // Only a first visit that loses its network before it is complete cannot read the list.
      toggleWish(shop, id).catch(() => undefined);
    }}
  />
);
