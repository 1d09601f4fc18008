import type { ComponentProps } from 'react';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'onChange' | 'onWheel'> {
  readonly onText: (text: string) => void;
}

/** An input for a whole number. The wheel scrolls the page even over it; browsers would change the number of a focused input. */
export const NumberInput = ({ onText, ...input }: NumberInputProps) => (
  <input
    {...input}
    type="number"
    inputMode="numeric"
    onChange={(event) => onText(event.target.value)}
    onWheel={(event) => event.currentTarget.blur()}
  />
);
