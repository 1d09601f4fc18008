import type { ProductFields } from '#contract/product.ts';
import type { AdminEntry } from '#sync/admin/admin-api.ts';

/** What somebody has decided, by field. */
export type Choices = Readonly<Record<string, string | number>>;

/** The product as it is saved once somebody has decided; undefined as long as a field is open. */
export function planResolution({ operation, conflict }: AdminEntry, choices: Choices): ProductFields | undefined {
  if (operation.kind !== 'editProduct' || !conflict) return undefined;
  const isDecided = conflict.fields.every(({ field }) => choices[field] !== undefined);
  // What only one side has changed is merged into the operation already.
  return isDecided ? ({ ...operation.fields, ...choices } as ProductFields) : undefined;
}

/** What a person has written in place of a field that was a number. */
export const parseLike = (before: string | number, text: string): string | number =>
  typeof before === 'number' ? Number(text) : text;
