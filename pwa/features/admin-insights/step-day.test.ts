import { expect, test } from 'vitest';
import { isPlainEnter, stepDay } from './step-day.ts';

const press = (key: string, altKey = false) => ({ key, altKey, ctrlKey: false, metaKey: false, shiftKey: false });

test('keys move the marked day as in every slider: up leads to later days, never beyond the last one', () => {
  const steps = { ArrowLeft: 9, ArrowDown: 9, ArrowRight: 11, ArrowUp: 11, PageUp: 17, PageDown: 3, Home: 0, End: 29 };
  for (const [key, day] of Object.entries(steps)) expect([key, stepDay(press(key), 10, 30)]).toEqual([key, day]);
  expect([stepDay(press('ArrowLeft'), 0, 30), stepDay(press('PageUp'), 28, 30)]).toEqual([0, 29]);
});

test('keys of the browser are not handled: Alt and an arrow go back, Tab leaves the chart', () => {
  expect(stepDay(press('ArrowLeft', true), 10, 30)).toBeUndefined();
  expect(stepDay(press('Tab'), 10, 30)).toBeUndefined();
  expect([isPlainEnter(press('Enter')), isPlainEnter(press('Enter', true))]).toEqual([true, false]);
});
