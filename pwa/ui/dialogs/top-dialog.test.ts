import { expect, test } from 'vitest';
import { enterTop, topDialog } from './top-dialog.ts';

test('the top dialog is the one opened last, in whichever order they close', () => {
  const [first, second] = [{}, {}] as HTMLDialogElement[];
  const leaveFirst = enterTop(first as HTMLDialogElement);
  const leaveSecond = enterTop(second as HTMLDialogElement);
  expect(topDialog.get()).toBe(second);
  leaveSecond();
  expect(topDialog.get()).toBe(first);
  const leaveThird = enterTop(second as HTMLDialogElement);
  leaveFirst();
  expect(topDialog.get()).toBe(second);
  leaveThird();
  expect(topDialog.get()).toBeUndefined();
});
