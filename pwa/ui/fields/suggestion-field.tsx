import { useCombobox } from 'downshift';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { filterSuggestions } from './filter-suggestions.ts';
import { FloatingField } from './floating-field.tsx';
import type { FloatingFieldProps } from './floating-field.tsx';
import styles from './suggestion-field.module.css';

/** Delay after which suggestions close when their field loses focus. */
const SUGGESTIONS_CLOSE_MS = 100;

interface SuggestionFieldProps extends Omit<FloatingFieldProps, 'children'> {
  readonly suggestions: readonly string[];
  /** Accessible name of the list of suggestions. */
  readonly listLabel: string;
}

const { InputBlur, InputClick, InputKeyDownArrowDown, InputKeyDownArrowUp, ItemMouseMove, MenuMouseLeave } =
  useCombobox.stateChangeTypes;

/** A text field with suggestions that contain its text, in upper or lower case. Any other text is accepted as well. */
export function SuggestionField({ suggestions, listLabel, ...field }: SuggestionFieldProps) {
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const items = filterSuggestions(suggestions, field.value);
  const combobox = useCombobox<string>({
    items: [...items],
    inputValue: field.value,
    // No item stays selected, so that each choice counts as a change: only the field's text lasts.
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) field.onText(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      // The list closes 100 ms after the field loses focus, and blur chooses nothing.
      if (type === InputBlur) return state;
      // Enter chooses what the arrow keys highlight, not what lies under the pointer.
      if (type === ItemMouseMove || type === MenuMouseLeave) return state;
      if (type === InputClick) return { ...changes, isOpen: true };
      // Arrow keys past either end of the list lead back to the text as typed, which Enter submits.
      const isLast = type === InputKeyDownArrowDown && state.highlightedIndex === items.length - 1;
      const isFirst = type === InputKeyDownArrowUp && state.highlightedIndex === 0;
      return state.isOpen && (isLast || isFirst) ? { ...changes, highlightedIndex: -1 } : changes;
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
    // Home and End move the caret, Enter submits the form unless it chooses a suggestion, Escape without a list is left to the page.
    const isOther =
      ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key) ||
      (event.key === 'Enter' && highlightedIndex < 0) ||
      (event.key === 'Escape' && !isShown);
    if (isOther) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
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
