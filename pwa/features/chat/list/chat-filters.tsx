import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import type { ChatView } from '#sync/api/account-api.ts';
import { listChatProducts } from './chat-filter.ts';
import type { ChatFilter } from './chat-filter.ts';
import styles from './chat-list-tools.module.css';

const { filters } = chatListMessages;

interface ChatFiltersProps {
  /** All chats, shown or not. */
  readonly chats: readonly ChatView[];
  readonly filter: ChatFilter;
  readonly onFilter: (next: ChatFilter) => void;
}

/** The controls that filter a long list of chats, for staff. */
export function ChatFilters({ chats, filter, onFilter }: ChatFiltersProps) {
  const products = listChatProducts(chats);
  const isKnown = products.some(({ id }) => id === filter.productId);
  return (
    <div className={styles['filters']} role="group" aria-label={filters.name}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={filter.unreadOnly}
          onChange={({ target }) => onFilter({ ...filter, unreadOnly: target.checked })}
        />
        {filters.unreadOnly}
      </label>
      <select
        className={styles['select']}
        aria-label={filters.product}
        value={filter.productId ?? ''}
        onChange={({ target }) => onFilter({ ...filter, productId: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{filters.everyProduct}</option>
        {filter.productId !== null && !isKnown && (
          <option value={filter.productId}>{productMessages.id(filter.productId)}</option>
        )}
        {products.map(({ id, title, count }) => (
          <option key={id} value={id}>{`${title} (${count})`}</option>
        ))}
      </select>
    </div>
  );
}
