import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './chat-list-tools.module.css';

const { search } = chatListMessages;

interface ChatSearchProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
}

/** The search field for the messages on this device. */
export const ChatSearch = ({ words, onWords }: ChatSearchProps) => (
  <div className={styles['search']} role="search">
    <LazyIcon name="search" />
    <input
      type="search"
      className={styles['query']}
      aria-label={search.label}
      placeholder={search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      enterKeyHint="search"
      value={words}
      onChange={({ target }) => onWords(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || words === '') return;
        // The first Escape clears the field; the next one closes the window around it.
        event.preventDefault();
        event.stopPropagation();
        onWords('');
      }}
    />
    {words !== '' && <IconButton icon="close" label={search.clear} onClick={() => onWords('')} />}
  </div>
);
