import { expect, test } from 'vitest';
import { enterTopDialog, topDialog } from './top-dialog.ts';

test('the top dialog is the one opened last, in whichever order they close', () => {
  const [first, second] = [{}, {}] as HTMLElement[];
  const leaveFirst = enterTopDialog(first as HTMLElement);
  const leaveSecond = enterTopDialog(second as HTMLElement);
  expect(topDialog.get()).toBe(second);
  leaveSecond();
  expect(topDialog.get()).toBe(first);
  const leaveThird = enterTopDialog(second as HTMLElement);
  leaveFirst();
  expect(topDialog.get()).toBe(second);
  leaveThird();
  expect(topDialog.get()).toBeUndefined();
});
