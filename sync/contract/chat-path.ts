/** Names of what belongs to a chat, for both sides and without schemas, because the page reads none. */

/**
 * A buyer has one chat about a product, so the two name it: a chat that is started without network has the same id on every device and on
 * the server.
 */
export const chatIdOf = (buyer: string, productId: number): string => `${productId}-${buyer}`;

/** The product of a buyer's own chat; undefined for a chat of somebody else. */
export function productOfChat(chatId: string, buyer: string): number | undefined {
  const productId = Number.parseInt(chatId, 10);
  return Number.isSafeInteger(productId) && chatIdOf(buyer, productId) === chatId ? productId : undefined;
}

/** Where a photo of a chat is read by the chat's members. `photoId` is made by whoever sends it. */
export const photoPath = (chatId: string, photoId: string): string => `/api/chats/${chatId}/images/${photoId}.webp`;
