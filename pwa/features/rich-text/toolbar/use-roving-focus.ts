import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

const CONTROLS = 'button:not(:disabled), select:not(:disabled)';
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A toolbar is one stop of the Tab key, and arrows go from control to control. Controls that may be switched off keep their place in the
 * order: each says with `data-control` who it is.
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
    /** What a control gets to be one of them. */
    control: (name: string) => ({ 'data-control': name, tabIndex: name === current ? 0 : -1 }),
  };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (index + step + count) % count;
}
