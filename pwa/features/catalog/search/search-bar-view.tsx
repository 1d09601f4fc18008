import type { FormEvent, ReactNode, Ref } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './search-bar.module.css';

interface SearchBarViewProps {
  /** The text of the field. */
  readonly text: string;
  readonly onType?: (text: string) => void;
  readonly onLeave?: () => void;
  readonly onEscape?: () => void;
  readonly onSubmit?: (event: FormEvent) => void;
  readonly onReset?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A button over the end of the field, which loads later. */
  readonly children?: ReactNode;
}

const ignore = (): void => undefined;

/** The Reset button, the search field and the Search button. Without JavaScript the form navigates to the same URL. */
export const SearchBarView = ({
  text,
  onType = ignore,
  onLeave,
  onEscape,
  onSubmit,
  onReset,
  inputRef,
  children,
}: SearchBarViewProps) => (
  <form className={styles['bar']} role="search" onSubmit={onSubmit}>
    <Button onClick={onReset}>{messages.search.reset}</Button>
    <input
      ref={inputRef}
      className={styles['input']}
      type="search"
      name="q"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={MAX_SEARCH_LENGTH}
      aria-label={messages.search.label}
      placeholder={messages.search.placeholder}
      value={text}
      onKeyDown={(event) => {
        // Not every browser clears a search field on Escape.
        if (event.key === 'Escape' && text !== '') onEscape?.();
      }}
      onChange={(event) => onType(event.target.value)}
      onBlur={onLeave}
    />
    {children}
    <Button look="primary" type="submit">
      {messages.search.submit}
    </Button>
  </form>
);
