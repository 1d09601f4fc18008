import type { Write, WriteUnit } from '../storage/write-unit.ts';

/** Repeats a write until a batch affects fewer than `size` rows. Short transactions let other writes in between. */
export async function writeInBatches(
  write: Write,
  size: number,
  writeBatch: (unit: WriteUnit, size: number) => Promise<number>,
): Promise<void> {
  while ((await write((unit) => writeBatch(unit, size))) === size);
}
