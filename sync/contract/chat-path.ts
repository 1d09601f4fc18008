/** Ids and paths of chats, for both sides and without schemas, because the page imports none. */

/**
 * Returns the id of a buyer's chat about a product. It follows from the two, so that a chat started offline has the same id on every device and on
 * the server.
 */
export const chatIdOf = (buyer: string, productId: number): string => `${productId}-${buyer}`;

/** Returns the product of a buyer's own chat; undefined for other chats. */
export function productOfChat(chatId: string, buyer: string): number | undefined {
  const productId = Number.parseInt(chatId, 10);
  return Number.isSafeInteger(productId) && chatIdOf(buyer, productId) === chatId ? productId : undefined;
}

/** Returns the path of a chat photo, readable by the chat's members. The sender chooses `photoId`. */
export const photoPath = (chatId: string, photoId: string): string => `/api/chats/${chatId}/images/${photoId}.webp`;
