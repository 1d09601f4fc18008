import { calm, wait } from './sequence.ts';
import type { Sequence } from './sequence.ts';

/** A product is deleted while the reply to its addition is lost. */
export const additionDeleted: Sequence = (choice) => {
  const shop = choice.oneOf(['ayz', 'pc']);
  const id = choice.oneOf([7, 8, 9]);
  return [
    ...calm(0),
    { kind: 'admin line', isUp: true },
    { kind: 'delete product', shop, id },
    { kind: 'admin answers lost', of: 'add-product' },
    { kind: 'admin adds', shop, id },
    wait(1_000),
    { kind: 'delete product', shop, id },
    { kind: 'admin line', isUp: true },
    wait(3_000),
  ];
};

/** A deletion, whose reply is lost, is undone by someone other than the administrator who deleted. */
export const deletionUndone: Sequence = (choice) => {
  const shop = choice.oneOf(['ayz', 'pc']);
  const id = choice.oneOf([7, 8, 9]);
  return [
    ...calm(0),
    { kind: 'admin line', isUp: true },
    { kind: 'save product', shop, id, title: `Title ${choice.below(1_000)}` },
    { kind: 'admin answers lost', of: 'delete-product' },
    { kind: 'admin deletes', shop, id },
    wait(1_000),
    { kind: 'undo deletion', shop, place: choice.below(3) },
    { kind: 'admin line', isUp: true },
    wait(3_000),
  ];
};
