/** The fields of a keyboard event that steps need. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Returns the day that a key leads to, as in every slider; undefined for other keys and for browser shortcuts such as Alt and an arrow. */
export function stepDay(pressed: PressedKey, at: number, days: number): number | undefined {
  const step = isPlain(pressed) ? STEPS[pressed.key] : undefined;
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), days - 1);
}

export const isPlainEnter = (pressed: PressedKey): boolean => pressed.key === 'Enter' && isPlain(pressed);

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: PressedKey): boolean =>
  !altKey && !ctrlKey && !metaKey && !shiftKey;
