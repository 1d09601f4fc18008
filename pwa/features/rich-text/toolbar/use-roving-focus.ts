import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

const CONTROLS = 'button:not(:disabled), select:not(:disabled)';
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Implements roving focus: the toolbar is one Tab stop, and arrow keys move between its controls. The Tab stop is stored as the name in
 * `data-control`, so that it stays the same when other controls are disabled.
 */
export function useRovingFocus(first: string) {
  const [current, setCurrent] = useState(first);

  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const name = target.dataset['control'];
    if (name !== undefined) setCurrent(name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)];
    const index = controls.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, index, controls.length);
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    controls[next]?.focus();
  };

  return {
    toolbar: { onFocus, onKeyDown },
    /** Props of a control. */
    control: (name: string) => ({ 'data-control': name, tabIndex: name === current ? 0 : -1 }),
  };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (index + step + count) % count;
}
