import { useCombobox } from 'downshift';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { SUGGESTIONS_CLOSE_MS } from '#contract/limits.ts';
import { filterSuggestions } from './filter-suggestions.ts';
import { FloatingField } from './floating-field.tsx';
import type { FloatingFieldProps } from './floating-field.tsx';
import styles from './suggestion-field.module.css';

interface SuggestionFieldProps extends Omit<FloatingFieldProps, 'children'> {
  readonly suggestions: readonly string[];
  /** Accessible name of the list of suggestions. */
  readonly listLabel: string;
}

const { InputBlur, InputClick } = useCombobox.stateChangeTypes;

/** A text field with suggestions that contain its text, in either case. Any other text is accepted as well. */
export function SuggestionField({ suggestions, listLabel, ...field }: SuggestionFieldProps) {
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const items = filterSuggestions(suggestions, field.value);
  const combobox = useCombobox<string>({
    items: [...items],
    inputValue: field.value,
    // Every choice is a change: the field's text is the only state that lasts.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) field.onText(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      // The list closes 100 ms after the field loses focus, and blur chooses nothing.
      if (type === InputBlur) return state;
      return type === InputClick ? { ...changes, isOpen: true } : changes;
    },
  });
  const { highlightedIndex, openMenu, closeMenu } = combobox;
  const isShown = combobox.isOpen && items.length > 0;

  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const open = (): void => {
    clearTimeout(closeTimer.current);
    openMenu();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    field.onKeyDown?.(event);
    // Home and End move the caret; Enter submits the form unless it chooses a suggestion.
    const isTextKey = event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && highlightedIndex < 0);
    if (isTextKey) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    // Escape closes the list and not a dialog around the form.
    else if (event.key === 'Escape' && isShown) event.preventDefault();
  };

  return (
    <FloatingField
      {...field}
      {...combobox.getInputProps({
        onKeyDown,
        'aria-expanded': isShown,
        // The name comes from the field's own label.
        'aria-labelledby': undefined,
      })}
      onFocus={open}
      onBlur={() => {
        closeTimer.current = setTimeout(closeMenu, SUGGESTIONS_CLOSE_MS);
      }}
      value={field.value}
      onText={(text) => {
        field.onText(text);
        open();
      }}
    >
      <div {...combobox.getMenuProps({ className: styles['list'], 'aria-label': listLabel, hidden: !isShown })}>
        {combobox.isOpen &&
          items.map((item, index) => (
            <div key={item} {...combobox.getItemProps({ item, index, className: styles['option'] })}>
              {item}
            </div>
          ))}
      </div>
    </FloatingField>
  );
}
