import { useState } from 'react';
import { SearchBarView } from './search-bar-view.tsx';

interface SearchBarProps {
  /** What is searched for now; the field follows it. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onReset: () => void;
}

/** The search bar with what is typed into it; Enter searches, too. */
export function SearchBar({ search, onSearch, onReset }: SearchBarProps) {
  const [draft, setDraft] = useState({ text: search, of: search });
  // 'Back' and a shared link change the search from outside: what was typed for another one goes.
  if (draft.of !== search) setDraft({ text: search, of: search });
  return (
    <SearchBarView
      text={draft.text}
      onType={(text) => setDraft({ text, of: search })}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft.text);
      }}
      onReset={() => {
        setDraft({ text: '', of: search });
        onReset();
      }}
    />
  );
}
