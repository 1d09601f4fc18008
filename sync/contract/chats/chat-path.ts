/** Ids and paths of chats for device and server. Without schemas, because the page imports none. */

/**
 * Returns the id of a buyer's chat about one life of a product. Device and server derive the same id, even if the chat was started offline.
 */
export const chatIdOf = (buyer: string, productId: number, life = 0): string =>
  `${productId}${life > 0 ? `.${life}` : ''}-${buyer}`;

/** Returns the product of a buyer's own chat, with its life; undefined for other chats. */
export function productOfChat(
  chatId: string,
  buyer: string,
): { readonly productId: number; readonly life: number } | undefined {
  const [productId = Number.NaN, life = 0] = (chatId.split('-', 1)[0] ?? '').split('.').map(Number);
  return Number.isSafeInteger(productId) && chatIdOf(buyer, productId, life) === chatId
    ? { productId, life }
    : undefined;
}

/** Returns the path of a chat photo, readable by the chat's members. The sender chooses `photoId`. */
export const photoPath = (chatId: string, photoId: string): string => `/api/chats/${chatId}/images/${photoId}.webp`;
