import type { ShopKey } from '#contract/shops.ts';
import { toggleWishListItem, useIsInWishList } from './wish-list.ts';
import { WishListButtonView } from './wish-list-button-view.tsx';

interface WishListButtonProps {
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
}

/** The wish list button of a product: adds it to the device's wish list or removes it. */
export const WishListButton = ({ shop, id, title }: WishListButtonProps) => (
  <WishListButtonView
    title={title}
    isInWishList={useIsInWishList(shop, id)}
    onToggle={() => {
      // The list's lazy chunk can be missing only if the first visit went offline before the chunk was loaded.
      toggleWishListItem(shop, id).catch(() => undefined);
    }}
  />
);
