import type { ShopKey } from '#contract/shops.ts';
import { toggleWishListItem, useIsInWishList } from './wish-list.ts';
import { WishListButtonView } from './wish-list-button-view.tsx';

interface WishListButtonProps {
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
}

/** The heart of a product: puts it on the device's wish list and takes it off again. */
export const WishListButton = ({ shop, id, title }: WishListButtonProps) => (
  <WishListButtonView
    title={title}
    isInWishList={useIsInWishList(shop, id)}
    onToggle={() => {
      // Only a first visit that loses its network before it is complete cannot read the list.
      toggleWishListItem(shop, id).catch(() => undefined);
    }}
  />
);
