import { CART_SHOP } from '#contract/cart-shop.ts';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import type { CartLine } from '#contract/cart.ts';

/** The picture of an item in a cart; where it has none, its first letter stands for it. */
export const CartImage = ({ line }: { readonly line: CartLine }) => (
  <ProductImage
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
