import type { Card } from '#contract/blocks/card.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { Order } from '#contract/orders/order.ts';
import { useContactSupport } from '#pwa/features/chat/use-contact-support.ts';
import type { ContactSupport } from '#pwa/features/chat/use-contact-support.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { floatingChats } from '../chats/floating-chats-state.ts';

/**
 * Returns the action that opens the chat about the product of an order and, if its draft is empty, writes a question with the order's
 * number into it. Where the product's life is not known, the action opens the list of chats, because a chat of another life is about
 * another product.
 */
export function useOrderContact(order: Order, card: Card | undefined): ContactSupport {
  const data = useOpenUserData();
  const { product_id, title, preview, placeholder } = order;
  const life = order.life ?? card?.life;
  const open = async (chatId: string): Promise<void> => {
    const draft = await data?.chats.draft(chatId);
    // A draft that the buyer has begun stays as it is.
    if (draft?.content === '' && draft.photos.length === 0)
      await data?.chats.saveDraft(chatId, { ...draft, content: orderPageMessages.question(orderName(order), title) });
  };
  const support = useContactSupport({ product_id, life: life ?? 0, title, preview, placeholder }, (chatId) => {
    // A chat without the draft is better than none.
    void open(chatId)
      .catch(() => undefined)
      .then(() => floatingChats.set({ chatId }));
  });
  if (life !== undefined) return support;
  return { ...support, contact: () => Promise.resolve(floatingChats.set({ chatId: null })) };
}
