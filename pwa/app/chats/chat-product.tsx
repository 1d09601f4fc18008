import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { ChatProductImage } from '#pwa/features/chat/list/chat-product-image.tsx';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import { productMessages } from '#pwa/messages/en/product.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { ChatView } from '#sync/api/account-api.ts';
import styles from './chat-product.module.css';
import { findProductId, productUrl } from '../routing/product-url.ts';
import { goToProduct } from '../routing/go-to-product.ts';

interface ChatProductProps {
  readonly chat: ChatView;
  readonly onLeave: () => void;
}

/**
 * A link to the product of a chat, with its present data or, once it is deleted, the data in the chat. When another product has taken its id,
 * this is no link.
 */
export function ChatProduct({ chat, onLeave }: ChatProductProps) {
  const { product_id: id, life = 0 } = chat;
  const found = useCards(CART_SHOP.key, [id]).data?.find((card) => card.id === id);
  const card = found?.life === life ? found : undefined;
  const product = (
    <>
      <span className={styles['picture']}>
        {card ? <ProductImage imageFolder={CART_SHOP.imageFolder} card={card} /> : <ChatProductImage chat={chat} />}
      </span>
      <span className={styles['facts']}>
        <span className={styles['title']} dir="auto">
          {card?.title ?? chat.title}
        </span>
        <span className={styles['id']}>{productMessages.id(id)}</span>
      </span>
    </>
  );
  if (found && !card) return <span className={styles['product']}>{product}</span>;
  return (
    <a
      className={styles['product']}
      href={productUrl(CART_SHOP.path, '', id)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onLeave();
        const isOpen = location.pathname === CART_SHOP.path && findProductId(location.search) === id;
        if (!isOpen) goToProduct(CART_SHOP, id);
      }}
    >
      {product}
    </a>
  );
}
