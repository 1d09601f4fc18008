import { CART_SHOP } from '#pwa/features/cart/cart-shop.ts';
import { ProductPicture } from '#pwa/features/product/product-picture.tsx';
import type { CartLine } from '#contract/cart.ts';

/** The picture of an item in a cart; where it has none, its first letter stands for it. */
export const CartPicture = ({ line }: { readonly line: CartLine }) => (
  <ProductPicture
    imageFolder={CART_SHOP.imageFolder}
    card={{
      id: line.product_id,
      imagecount: line.imagecount,
      image_version: line.image_version,
      placeholder: line.placeholder,
      category: line.title,
    }}
  />
);
