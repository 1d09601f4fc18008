import type { ChatProducts } from '#pwa/features/chat/products/chat-products.ts';
import { LinkedProduct } from './linked-product.tsx';
import { ProductPicker } from './product-picker.tsx';

/** Creates the components by which an open chat shows and picks products of the shops. `onLeave`: called before a product opens. */
export const createChatProducts = (onLeave: () => void): ChatProducts => ({
  renderCard: (link, isDraft) => <LinkedProduct link={link} isDraft={isDraft} onLeave={onLeave} />,
  renderPicker: (picker) => <ProductPicker {...picker} />,
});
