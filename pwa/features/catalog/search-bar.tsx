import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { messages } from '#pwa/messages/en.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './search-bar.module.css';

interface SearchBarProps {
  /** What is searched for now; the field follows it. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onReset: () => void;
}

/** Reset, the text field and Search; Enter searches, too. */
export function SearchBar({ search, onSearch, onReset }: SearchBarProps) {
  const [draft, setDraft] = useState({ text: search, of: search });
  // 'Back' and a shared link change the search from outside: what was typed for another one goes.
  if (draft.of !== search) setDraft({ text: search, of: search });

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(draft.text);
  };
  return (
    <form className={styles['bar']} role="search" onSubmit={onSubmit}>
      <Button
        onClick={() => {
          setDraft({ text: '', of: search });
          onReset();
        }}
      >
        {messages.search.reset}
      </Button>
      <input
        className={styles['input']}
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={messages.search.label}
        placeholder={messages.search.placeholder}
        value={draft.text}
        onChange={(event) => setDraft({ text: event.target.value, of: search })}
      />
      <Button look="primary" type="submit">
        {messages.search.submit}
      </Button>
    </form>
  );
}
