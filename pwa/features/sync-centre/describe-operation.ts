import { conditionName } from '#pwa/messages/term-names.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { previewMessage } from '#contract/chats/message-preview.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { productMessages } from '#pwa/messages/en/product.ts';

/** The titles on this device; undefined for an unknown id. */
export interface KnownTitles {
  ofProduct(id: number): string | undefined;
  ofOrder(paymentId: string): string | undefined;
  /** Returns the title of the product that a chat is about. */
  ofChat(chatId: string): string | undefined;
}

/** Describes an operation for the user. */
export function describeOperation({ name, args }: Mutation, titles: KnownTitles): string {
  const { did } = syncCentreMessages;
  switch (name) {
    case 'addCartItem':
      return did.add(itemOf(args, titles), args.quantity);
    case 'setCartQuantity':
      return did.set(itemOf(args, titles), args.quantity);
    case 'removeCartItem':
      return did.remove(itemOf(args, titles));
    case 'deleteOrder':
      return did.deleteOrder(titles.ofOrder(args.payment_id) ?? args.payment_id);
    case 'startChat':
      return did.startChat(titles.ofProduct(args.product_id) ?? productMessages.id(args.product_id));
    case 'sendMessage': {
      const chat = chatOf(args, titles);
      return args.content === ''
        ? did.sendPhotos(args.images.length, chat)
        : did.sendMessage(previewMessage(args.content), chat);
    }
    case 'markChatRead':
      return did.markChatRead(chatOf(args, titles));
    case 'recordView':
      return did.view(args.id);
  }
}

const itemOf = (
  { product_id, condition }: { readonly product_id: number; readonly condition: ConditionKey },
  titles: KnownTitles,
): string => {
  const title = titles.ofProduct(product_id) ?? productMessages.id(product_id);
  return syncCentreMessages.item(title, conditionName(condition));
};

const chatOf = ({ chat_id }: { readonly chat_id: string }, titles: KnownTitles): string =>
  titles.ofChat(chat_id) ?? productMessages.id(Number.parseInt(chat_id, 10));
