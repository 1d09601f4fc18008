import { useRef } from 'react';
import type { ReactNode } from 'react';
import { SearchBarView } from './search-bar-view.tsx';
import { useLiveSearch } from './use-live-search.ts';

interface SearchBarProps {
  /** The current search; the field follows it. */
  readonly search: string;
  readonly onSearch: (search: string, isLive: boolean) => void;
  readonly onReset: () => void;
  /** A button over the end of the field. */
  readonly children?: ReactNode;
}

/** The search bar: searches while the user types and at once on Enter; Escape clears it. */
export function SearchBar({ search, onSearch, onReset, children }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, submit, leave, reset, clear } = useLiveSearch(search, onSearch);
  return (
    <SearchBarView
      text={text}
      onType={type}
      onLeave={leave}
      onClear={() => {
        clear();
        input.current?.focus();
      }}
      inputRef={input}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onReset={() => {
        reset();
        onReset();
      }}
    >
      {children}
    </SearchBarView>
  );
}
