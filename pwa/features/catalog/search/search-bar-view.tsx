import type { FormEvent, ReactNode, Ref } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './search-bar.module.css';

interface SearchBarViewProps {
  /** The text of the field. */
  readonly text: string;
  readonly onType?: (text: string) => void;
  readonly onLeave?: () => void;
  /** Called on Escape, and by the button at the end of a field with text. */
  readonly onClear?: () => void;
  readonly onSubmit?: (event: FormEvent) => void;
  readonly onReset?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A lazily loaded button over the end of an empty field. */
  readonly children?: ReactNode;
}

const ignore = (): void => undefined;

/** The Reset button, the search field and the Search button. Without JavaScript the form navigates to the same URL. */
export const SearchBarView = ({
  text,
  onType = ignore,
  onLeave,
  onClear,
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
        if (event.key === 'Escape' && text !== '') onClear?.();
      }}
      onChange={(event) => onType(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={onLeave}
    />
    {text === '' ? children : <ClearButton onClear={onClear} />}
    <Button look="primary" type="submit">
      {messages.search.submit}
    </Button>
  </form>
);

const ClearButton = ({ onClear }: { readonly onClear: (() => void) | undefined }) => (
  <span className={styles['clear']}>
    <IconButton icon="close" label={messages.search.clear} onClick={onClear} />
  </span>
);
