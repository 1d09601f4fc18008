import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import type { ChatView } from '#sync/account/account-api.ts';

/** Which chats of a list are shown; it stands in the address of their page. */
export interface ChatFilter {
  readonly unreadOnly: boolean;
  /** Only those about this product. */
  readonly productId: number | null;
}

export const NO_FILTER: ChatFilter = { unreadOnly: false, productId: null };

/** The filter in the query of an address; what is malformed counts as not given. */
export function parseChatFilter(search: string): ChatFilter {
  const parameters = new URLSearchParams(search);
  const product = parameters.get('product') ?? '';
  const productId = /^[1-9]\d{0,9}$/.test(product) && Number(product) <= MAX_PRODUCT_ID ? Number(product) : null;
  return { unreadOnly: parameters.get('unread') === '1', productId };
}

/** A filter as a query with its question mark; empty for none. */
export function formatChatFilter({ unreadOnly, productId }: ChatFilter): string {
  const parameters = new URLSearchParams();
  if (unreadOnly) parameters.set('unread', '1');
  if (productId !== null) parameters.set('product', String(productId));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Those of the chats that a filter leaves. The one that is open stays, although its last message has just been read. */
export const filterChats = (
  chats: readonly ChatView[],
  { unreadOnly, productId }: ChatFilter,
  openId: string | null,
): readonly ChatView[] =>
  chats.filter(
    (chat) =>
      (productId === null || chat.product_id === productId) &&
      (!unreadOnly || chat.has_unread_messages || chat.id === openId),
  );

/** The products that chats are about, each once, by title. */
export function listChatProducts(
  chats: readonly ChatView[],
): readonly { readonly id: number; readonly title: string; readonly count: number }[] {
  const products = new Map<number, { id: number; title: string; count: number }>();
  for (const { product_id: id, title } of chats) {
    const known = products.get(id);
    if (known) known.count += 1;
    else products.set(id, { id, title, count: 1 });
  }
  return [...products.values()].sort((one, other) => one.title.localeCompare(other.title, 'en') || one.id - other.id);
}
