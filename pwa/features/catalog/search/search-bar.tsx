import { SearchBarView } from './search-bar-view.tsx';
import { useLiveSearch } from './use-live-search.ts';

interface SearchBarProps {
  /** What is searched for now; the field follows it. */
  readonly search: string;
  readonly onSearch: (search: string, isLive: boolean) => void;
  readonly onReset: () => void;
}

/** The search bar with what is typed into it: searches while somebody types, at once on Enter; Escape empties it. */
export function SearchBar({ search, onSearch, onReset }: SearchBarProps) {
  const { text, type, submit, leave, reset, clear } = useLiveSearch(search, onSearch);
  return (
    <SearchBarView
      text={text}
      onType={type}
      onLeave={leave}
      onEscape={clear}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onReset={() => {
        reset();
        onReset();
      }}
    />
  );
}
