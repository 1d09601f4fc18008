import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import type { CartLine } from '#contract/orders/cart.ts';

/** The image of a cart item, or the first letter of its title if it has none. */
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
