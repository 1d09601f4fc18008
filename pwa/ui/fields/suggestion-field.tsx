import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { SUGGESTIONS_CLOSE_MS } from '#contract/limits.ts';
import { filterSuggestions } from './filter-suggestions.ts';
import { FloatingField } from './floating-field.tsx';
import type { FloatingFieldProps } from './floating-field.tsx';
import styles from './suggestion-field.module.css';

interface SuggestionFieldProps extends Omit<FloatingFieldProps, 'children'> {
  readonly suggestions: readonly string[];
  /** The accessible name of the list of suggestions. */
  readonly listLabel: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A text input that suggests the values containing its text, in either case. Any other text is valid, too. */
export function SuggestionField({ suggestions, listLabel, ...field }: SuggestionFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const offered = filterSuggestions(suggestions, field.value);
  const isShown = isOpen && offered.length > 0;

  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  const open = (): void => {
    clearTimeout(closing.current);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setActiveIndex(-1);
  };
  const choose = (text: string): void => {
    field.onText(text);
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    field.onKeyDown?.(event);
    const step = STEPS[event.key];
    const chosen = offered[activeIndex];
    if (step !== undefined && offered.length > 0) {
      event.preventDefault();
      open();
      // One position more than there are suggestions: -1 is the typed text itself.
      setActiveIndex((last) => ((last + 1 + step + offered.length + 1) % (offered.length + 1)) - 1);
    } else if (event.key === 'Enter' && isShown && chosen !== undefined) {
      // Enter chooses the suggestion and does not submit the form.
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };

  return (
    <FloatingField
      {...field}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isShown}
      aria-controls={`${id}-list`}
      aria-activedescendant={isShown && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
      onFocus={open}
      onBlur={() => {
        closing.current = setTimeout(close, SUGGESTIONS_CLOSE_MS);
      }}
      onText={(text) => {
        field.onText(text);
        setActiveIndex(-1);
        open();
      }}
      onKeyDown={onKeyDown}
    >
      <div
        ref={list}
        id={`${id}-list`}
        className={styles['list']}
        role="listbox"
        aria-label={listLabel}
        hidden={!isShown}
      >
        {offered.map((text, index) => (
          // The input keeps the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={text}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            className={styles['option']}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(text)}
          >
            {text}
          </div>
        ))}
      </div>
    </FloatingField>
  );
}
