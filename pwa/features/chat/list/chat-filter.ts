import { MAX_PRODUCT_ID, MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { ChatView } from '#sync/api/account-api.ts';

/** The filter of the list of chats, stored in the page's URL. */
export interface ChatFilter {
  readonly unreadOnly: boolean;
  /** Only chats about this product; null for all. */
  readonly productId: number | null;
  /** The words of a search among the messages; empty for none. */
  readonly words: string;
}

export const NO_FILTER: ChatFilter = { unreadOnly: false, productId: null, words: '' };

/** Parses the query of a URL; a malformed parameter is ignored. */
export function parseChatFilter(search: string): ChatFilter {
  const parameters = new URLSearchParams(search);
  const product = parameters.get('product') ?? '';
  const productId = /^[1-9]\d{0,9}$/.test(product) && Number(product) <= MAX_PRODUCT_ID ? Number(product) : null;
  const words = (parameters.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
  return { unreadOnly: parameters.get('unread') === '1', productId, words };
}

/** Formats a filter as a query with its question mark; may be empty. Keeps the other parameters of `search`, except `message`. */
export function formatChatFilter({ unreadOnly, productId, words }: ChatFilter, search = ''): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['q', 'unread', 'product', 'message']) parameters.delete(name);
  if (words !== '') parameters.set('q', words);
  if (unreadOnly) parameters.set('unread', '1');
  if (productId !== null) parameters.set('product', String(productId));
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Returns the chats that match a filter. The open chat stays among the unread ones although it has just been read. */
export const filterChats = (
  chats: readonly ChatView[],
  { unreadOnly, productId }: Omit<ChatFilter, 'words'>,
  openId: string | null,
): readonly ChatView[] =>
  chats.filter(
    (chat) =>
      (productId === null || chat.product_id === productId) &&
      (!unreadOnly || chat.has_unread_messages || chat.id === openId),
  );

/** Returns the products that the chats are about, each once, sorted by title. */
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
