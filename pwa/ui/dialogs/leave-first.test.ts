import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveFirst } from './leave-first.ts';
import { enterTop } from './top-dialog.ts';

let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Paints a frame and runs what waits for it. */
function paint(): void {
  for (const frame of frames.splice(0)) frame();
  vi.runAllTimers();
}

test('a dialog is marked as leaving at once, and closes after the next frame', () => {
  const dialog = { dataset: {} } as HTMLDialogElement;
  const leave = enterTop(dialog);
  const close = vi.fn(leave);
  leaveFirst(close);
  expect(dialog.dataset).toHaveProperty('leaving');
  expect(close).not.toHaveBeenCalled();
  paint();
  expect(close).toHaveBeenCalledOnce();
});

test('a second press on a dialog that leaves does nothing', () => {
  const leave = enterTop({ dataset: {} } as HTMLDialogElement);
  const [first, second] = [vi.fn(leave), vi.fn()];
  leaveFirst(first);
  leaveFirst(second);
  paint();
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
});
