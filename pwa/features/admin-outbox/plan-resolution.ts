import type { ProductFields } from '#contract/products/product.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';

/** Chosen values by field. */
export type Choices = Readonly<Record<string, string | number>>;

/** Returns the product fields to save; undefined while a conflicting field has no chosen value. */
export function planResolution({ operation, conflict }: AdminEntry, choices: Choices): ProductFields | undefined {
  if (operation.kind !== 'editProduct' || !conflict) return undefined;
  const isDecided = conflict.fields.every(({ field }) => choices[field] !== undefined);
  // Changes that only one side made are already merged into the operation.
  return isDecided ? ({ ...operation.fields, ...choices } as ProductFields) : undefined;
}

/** Parses a written value to the type of the field's previous value. */
export const parseLike = (before: string | number, text: string): string | number =>
  typeof before === 'number' ? Number(text) : text;
